/** A certificate beside what the same command found again: for each figure, whether it is the same to the byte. */

import { canonicalJson } from './canonicalJson.ts';
import type { CertificateContent, FileRole } from './certificate.ts';
import { type Finding, failed, passed } from './finding.ts';

export type Again = Pick<
  CertificateContent,
  'engine' | 'verdict' | 'limits' | 'judged' | 'checks' | 'threeRisks'
> & {
  /** SHA-256 of the files that were made again. */
  readonly files: Partial<Record<FileRole, string>>;
};

export function compareAgain(certified: CertificateContent, again: Again): Finding[] {
  const hint =
    certified.engine === again.engine
      ? ''
      : ` The certificate is of version ${certified.engine}, this is ${again.engine}: use that version.`;
  const same = (check: string, a: unknown, b: unknown, what: string): Finding => {
    const [one, other] = [canonicalJson(a ?? null), canonicalJson(b ?? null)];
    return one === other
      ? passed(check, `${what}: the same again.`)
      : failed(check, `${what}: ${short(one)} in the certificate, ${short(other)} now.${hint}`);
  };
  const figures = pairs(
    certified.judged.figures,
    again.judged.figures,
    ({ risk, of }) => `${risk}${of === null ? '' : `: ${of}`}`,
  );
  const checks = pairs(certified.checks, again.checks, ({ name }) => name);
  const inferences = pairs(
    certified.threeRisks?.inference ?? [],
    again.threeRisks?.inference ?? [],
    ({ name }) => name,
  );
  const [own, other] = [certified.threeRisks, again.threeRisks];
  const files = Object.entries(again.files) as [FileRole, string][];
  return [
    same('again: verdict', certified.verdict, again.verdict, 'Verdict'),
    same('again: limits', certified.limits, again.limits, 'Limits'),
    ...figures.map(([name, a, b]) => same(`again: ${name}`, a, b, `Figure ${name}`)),
    ...checks.map(([name, a, b]) => same(`again: check ${name}`, a, b, `Check ${name}`)),
    ...(own || other
      ? [
          same('again: singling out', own?.singlingOut, other?.singlingOut, 'Singling out'),
          same('again: linkability', own?.linkability, other?.linkability, 'Linkability'),
          ...inferences.map(([name, a, b]) =>
            same(`again: inference ${name}`, a, b, `Inference of ${name}`),
          ),
        ]
      : []),
    ...files.map(([role, sha256]) =>
      same(`again: ${role}`, certified.files[role]?.sha256, sha256, `File of the ${role}`),
    ),
  ];
}

/** By name, those of both; the first of each name where there are several. */
function pairs<Item>(
  first: readonly Item[],
  second: readonly Item[],
  nameOf: (item: Item) => string,
): [string, Item | undefined, Item | undefined][] {
  const names = [...new Set([...first, ...second].map(nameOf))];
  const named = (items: readonly Item[], name: string) =>
    items.find((item) => nameOf(item) === name);
  return names.map((name) => [name, named(first, name), named(second, name)]);
}

const MOST_SHOWN = 160;

function short(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
}
