/** The levels beside each other, filling as measures arrive; other generators below them. */

import type { JudgedLevel } from '../../../study/decision.ts';
import type { MeasuredResult } from '../../../study/results.ts';
import { fitted, level, partial, study } from '../state.ts';
import { decimals, percent } from '../words.ts';

interface Line {
  readonly label: string;
  readonly truncation: number | null;
  readonly attribute:
    | readonly { readonly name: string; readonly estimate: number; readonly high: number }[]
    | undefined;
  readonly membership: { readonly estimate: number; readonly high: number } | undefined;
  readonly utility: number | undefined;
  readonly judged: JudgedLevel | undefined;
  readonly isChosen: boolean;
}

export function LevelTable() {
  const lines = study.value ? finished() : underWay();
  const results = study.value?.results;
  const names = lines.find(({ attribute }) => attribute)?.attribute?.map(({ name }) => name) ?? [];
  const score = results ? ('auc' in results.real.utility ? 'AUC' : 'R²') : 'score';
  return (
    <section aria-labelledby="levels-title">
      <h3 id="levels-title">Levels</h3>
      <div class="scroll">
        <table class="levels labelled">
          <thead>
            <tr>
              <th scope="col">Level</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name} guessed
                </th>
              ))}
              <th scope="col">Members told</th>
              <th scope="col">Utility ({score})</th>
              <th scope="col">Judged</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.label} class={line.isChosen ? 'chosen' : ''}>
                <th scope="row">
                  {line.truncation !== null && fitted.value?.levels.includes(line.truncation) ? (
                    <button
                      type="button"
                      class="link"
                      onClick={() => {
                        if (line.truncation !== null) level.value = line.truncation;
                      }}
                    >
                      {line.label}
                    </button>
                  ) : (
                    line.label
                  )}
                  {line.isChosen && ' · recommended'}
                </th>
                {names.map((name) => (
                  <td key={name} data-label={`${name} guessed`}>
                    {figure(line.attribute?.find((each) => each.name === name))}
                  </td>
                ))}
                <td data-label="Members told">{figure(line.membership)}</td>
                <td data-label="Utility">
                  {line.utility === undefined ? '…' : decimals(line.utility, 3)}
                </td>
                <td data-label="Judged">
                  {line.judged ? (
                    <span class={`judged ${line.judged.judged}`}>{line.judged.judged}</span>
                  ) : (
                    '…'
                  )}
                </td>
              </tr>
            ))}
            {results && (
              <tr>
                <th scope="row">real rows</th>
                {names.map((name) => (
                  <td key={name} data-label={`${name} guessed`}>
                    –
                  </td>
                ))}
                <td data-label="Members told">–</td>
                <td data-label="Utility">
                  {decimals(Number(Object.values(results.real.utility)[0]), 3)}
                </td>
                <td data-label="Judged">–</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <p class="quiet">
        Guessed: the share of variance, or of right guesses, for whoever is easier to guess. Members
        told: how often an attacker is right about which of two people is in the table (a coin: 50
        %). After ≤ the upper end of the interval, which is what limits are held against.
      </p>
    </section>
  );
}

function figure(found: { readonly estimate: number; readonly high: number } | undefined): string {
  if (!found) return '…';
  const most = Number.isFinite(found.high) ? ` ≤ ${percent(found.high)}` : '';
  return `${percent(Math.max(0, found.estimate))}${most}`;
}

function underWay(): Line[] {
  return (partial.value ?? []).map(({ truncation, attribute, membership, utility }) => ({
    label: `Level ${truncation}`,
    truncation,
    attribute,
    membership: membership ?? undefined,
    utility,
    judged: undefined,
    isChosen: false,
  }));
}

function finished(): Line[] {
  const results = study.value?.results;
  if (!results) return [];
  const { recommended } = results;
  const line = (found: MeasuredResult, label: string, truncation: number | null): Line => {
    const figures = found.judged.figures;
    const member = figures
      .filter(({ risk }) => risk === 'membership')
      .map(({ figure }) => figure)
      .reduce<{ estimate: number; high: number } | undefined>(
        (most, each) => (most === undefined || each.high > most.high ? each : most),
        undefined,
      );
    const [utility] = Object.values(found.utility);
    return {
      label,
      truncation,
      attribute: figures
        .filter(({ risk }) => risk === 'attribute' || risk === 'guess')
        .map(({ of, figure }) => ({
          name: of ?? '',
          estimate: figure.estimate,
          high: figure.high,
        })),
      membership: member ?? { estimate: Number.NaN, high: Number.NaN },
      utility: utility?.median,
      judged: found.judged,
      isChosen: truncation === recommended.truncation,
    };
  };
  return [
    ...results.levels.map((found) => line(found, `Level ${found.truncation}`, found.truncation)),
    ...results.compare.map((found) => line(found, found.generator, null)),
  ];
}
