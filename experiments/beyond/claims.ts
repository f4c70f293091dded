/** What is claimed of the vine by class and by column. The criteria were fixed before the run. */

import { medianOf } from '../../src/numerics/median.ts';
import { byLevel, type Claim, three, verdict, withInterval } from '../claim.ts';
import type { AttributeAt, ColumnAttack } from '../games.ts';
import { at, between } from '../values.ts';
import type { BeyondFindings, Variant } from './findings.ts';

const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

/** What the strongest attacker explains on average: pooled, within classes or by a forest. */
const strongest = ({ mr2, mr2ByClass, mr2Forest }: ColumnAttack) =>
  Math.max(mean(mr2), mean(mr2ByClass), mean(mr2Forest));

const EACH: readonly (readonly [string, (attack: ColumnAttack) => number])[] = [
  ['pooled', ({ mr2 }) => mean(mr2)],
  ['within classes', ({ mr2ByClass }) => mean(mr2ByClass)],
  ['by forest', ({ mr2Forest }) => mean(mr2Forest)],
];

export function beyondClaims(found: BeyondFindings): Claim[] {
  return [
    usefulByClass(found.simulated),
    protectedByClass('N2', 'X1', 18, found.simulated),
    protectedByClass('N3', 'X6', 11, found.simulated),
    usefulByColumn('N4', 'sensitive', 0.01, found.support2),
    usefulByColumn('N5', 'related', 0.015, found.support2),
    protectedByColumn('N6', 'sensitive', found.support2),
    protectedByColumn('N7', 'related', found.support2),
    lessDetectable('N8', 'sensitive', 0.08, found.support2),
    lessDetectable('N9', 'related', 0.03, found.support2),
    members('N10', 'simulated', found.simulated.paper, found.simulated.byClass),
    members('N11', 'SUPPORT2, default', found.support2.paper, found.support2.related),
    members('N12', 'SUPPORT2, sensitive', found.support2.paper, found.support2.sensitive),
    everybody('N28', 'simulated', found.simulated.paper, found.simulated.byClass),
    everybody('N29', 'SUPPORT2, default', found.support2.paper, found.support2.related),
    everybody('N30', 'SUPPORT2, sensitive', found.support2.paper, found.support2.sensitive),
  ];
}

const aucs = ({ utility }: Variant) =>
  utility.levels.map(({ level, auc }) => ({ level, auc: medianOf(auc) }));

function usefulByClass({ paper, byClass }: BeyondFindings['simulated']): Claim {
  const [own, old] = [aucs(byClass), aucs(paper)];
  const least = Math.min(...between(own, 10, 18).map(({ auc }) => auc));
  const text = (values: typeof own) =>
    byLevel(
      values.map(({ level }) => level),
      values.map(({ auc }) => auc),
    );
  return {
    id: 'N1',
    claim:
      'Simulated data: with pair copulas by class, forests that learn from the synthetic table reach an AUC of at least .955 at truncation 10 to 18',
    expected: `at least .955; real rows ${three(byClass.utility.real.auc)}`,
    found: `${text(own)}. The paper's vine: ${text(old)}`,
    verdict: verdict(least >= 0.955),
  };
}

/** At every level up to the highest safe one, no attacker explains .05 more than with the paper's vine. */
function protectedByClass(
  id: string,
  column: string,
  safe: number,
  { paper, byClass }: BeyondFindings['simulated'],
): Claim {
  const levels = between(byClass.attribute, 1, safe);
  const gaps = EACH.map(([name, of]) => ({
    name,
    gap: Math.max(
      ...levels.map(
        ({ level, columns }) =>
          of(columns[column]) - of(at(paper.attribute, level).columns[column]),
      ),
    ),
  }));
  return {
    id,
    claim: `Simulated data: ${column} is as protected by class as in the paper's vine up to truncation ${safe}`,
    expected:
      'adjusted R2 at most .05 above that of the paper’s vine: pooled, within classes, by forest',
    found: `largest difference ${gaps.map(({ name, gap }) => `${three(gap)} ${name}`).join(', ')}. By class: ${strengths(levels, column)}`,
    verdict: verdict(gaps.every(({ gap }) => gap <= 0.05)),
  };
}

function strengths(found: readonly AttributeAt[], column: string): string {
  return byLevel(
    found.map(({ level }) => level),
    found.map(({ columns }) => strongest(columns[column])),
  );
}

type Cut = 'related' | 'sensitive';

function usefulByColumn(
  id: string,
  cut: Cut,
  allowed: number,
  support2: BeyondFindings['support2'],
): Claim {
  const variant = support2[cut];
  const [{ level, auc }] = aucs(variant);
  const real = variant.utility.real.auc;
  const [old] = aucs(support2.paper);
  return {
    id,
    claim: `SUPPORT2, --protect ${cut}: at the lowest level the AUC is within ${three(allowed)} of that of the real rows`,
    expected: `at least ${three(real - allowed)}`,
    found: `${three(auc)} at ${level}; real rows ${three(real)}; the paper's vine ${three(old.auc)}`,
    verdict: verdict(real - auc <= allowed),
  };
}

/** About real people in the table, by models that learn from synthetic rows. */
function protectedByColumn(id: string, cut: Cut, support2: BeyondFindings['support2']): Claim {
  const [{ level, columns }] = support2[cut].attribute;
  const { told, iterations } = support2.floors;
  const floors = Object.entries(told).map(([name, { forest }]) => `${name} ${three(forest)}`);
  const all = Object.entries(columns).flatMap(([name, { onReal }]) =>
    Object.entries(onReal).map(([attacker, r2]) => ({ name, attacker, r2: r2 ?? Number.NaN })),
  );
  const largest = Math.max(...all.map(({ r2 }) => r2));
  return {
    id,
    claim: `SUPPORT2, --protect ${cut}: at the lowest level no attacker explains more than .05 of totcst or crea of real people`,
    expected: 'R2 on real rows at most .05: linear, by class, forest',
    found: `at ${level}: ${all.map(({ name, attacker, r2 }) => `${name} ${attacker} ${three(r2)}`).join(', ')}`,
    verdict: verdict(largest <= 0.05),
    why: `a forest that learns from real rows with the protected columns shuffled, so that nothing tells of them, explains on the mean of ${iterations} sets: ${floors.join(', ')}`,
  };
}

function lessDetectable(
  id: string,
  cut: Cut,
  least: number,
  { paper, floors, ...others }: BeyondFindings['support2'],
): Claim {
  const [own] = others[cut].detection;
  const old = at(paper.detection, own.level);
  const gap = old.auc.estimate - own.auc.estimate;
  const all = others[cut].detection;
  return {
    id,
    claim: `SUPPORT2, --protect ${cut}: at the lowest level a classifier tells real from synthetic rows less well than with the paper's vine`,
    expected: `detection AUC lower by at least ${three(least)} (.5 is best)`,
    found: `lower by ${three(gap)}: ${withInterval(own.auc)} against ${withInterval(old.auc)}. By level ${byLevel(
      all.map(({ level }) => level),
      all.map(({ auc }) => auc.estimate),
    )}; the paper's vine ${byLevel(
      paper.detection.map(({ level }) => level),
      paper.detection.map(({ auc }) => auc.estimate),
    )}`,
    verdict: verdict(gap >= least),
    why: `the real rows themselves, with these columns shuffled within classes, are told apart at ${three(mean(floors.detection[cut]))}: what no generator that cuts them gets below`,
  };
}

/** The paper's game: at no level an advantage beyond the paper's vine that intervals tell apart. */
function members(id: string, where: string, paper: Variant, own: Variant): Claim {
  const levels = own.membership.map((each) => {
    const old = at(paper.membership, each.level);
    if (!each.advantage || !old.advantage) return undefined;
    return { level: each.level, own: each.advantage, old: old.advantage };
  });
  const known = levels.filter((each) => each !== undefined);
  const isWorse = known.some(
    ({ own: mine, old }) =>
      mine.low !== null && old.high !== null && mine.low > old.high && mine.estimate > 0,
  );
  return {
    id,
    claim: `${where}: the paper's membership game finds no more than with the paper's vine, at any level`,
    expected: 'no advantage whose interval lies above that of the paper’s vine',
    found: known
      .map(
        ({ level, own: mine, old }) => `${level}: ${three(mine.estimate)} (${three(old.estimate)})`,
      )
      .join(', '),
    verdict: known.length === 0 ? 'cannot be checked' : verdict(!isWorse),
    why: 'advantage, in brackets that of the paper’s vine; few people and iterations: only large differences would be seen',
  };
}

/** Of the default limit of .03 beyond independent margins, what dependence by class and column may cost. */
const AUDIT_COST = 0.02;

function everybody(id: string, where: string, paper: Variant, own: Variant): Claim {
  const levels = own.audit.map(({ level, auc }) => ({
    level,
    auc,
    old: at(paper.audit, level).auc,
  }));
  const most = Math.max(...levels.map(({ auc, old }) => auc.estimate - old.estimate));
  return {
    id,
    claim: `${where}: in the audit with everybody as a target members are recognised hardly more often than with the paper's vine, at any level`,
    expected: `AUC scaled to the release at most ${three(AUDIT_COST)} above that of the paper’s vine`,
    found: `largest difference ${three(most)}. ${levels
      .map(({ level, auc, old }) => `${level}: ${withInterval(auc)} against ${withInterval(old)}`)
      .join('; ')}`,
    verdict: verdict(most <= AUDIT_COST),
  };
}
