/** Limits as inputs: what is left empty is as by default. The verdict follows at once. */

import type { Constraints } from '../../../study/constraints.ts';
import { DEFAULT_LIMITS } from '../../../study/limits.ts';
import { limit } from '../actions.ts';
import { busy, choices, study } from '../state.ts';

interface LimitRow {
  readonly name: keyof Constraints;
  readonly words: string;
  readonly standard: number | null;
  readonly mayLift: boolean;
}

const RISKS: readonly LimitRow[] = [
  {
    name: 'maxMr2',
    words: 'Variance of a sensitive number that an attacker explains, at most',
    standard: DEFAULT_LIMITS.attribute,
    mayLift: true,
  },
  {
    name: 'maxGuess',
    words: 'Wrong guesses of a sensitive category that an attacker avoids, at most',
    standard: DEFAULT_LIMITS.guess,
    mayLift: true,
  },
  {
    name: 'maxMembership',
    words: 'How often members are told from others, at most (a coin: 0.5)',
    standard: DEFAULT_LIMITS.membership,
    mayLift: true,
  },
  {
    name: 'maxBeyondMargins',
    words: 'How much more often than from columns without dependence, at most',
    standard: DEFAULT_LIMITS.membershipBeyondMargins,
    mayLift: true,
  },
];

const USES: Readonly<Record<'auc' | 'r2', LimitRow>> = {
  auc: {
    name: 'minAuc',
    words: 'AUC as a share of that with real rows, at least',
    standard: null,
    mayLift: false,
  },
  r2: {
    name: 'minR2',
    words: 'R² as a share of that with real rows, at least',
    standard: null,
    mayLift: false,
  },
};

export function Limits() {
  const { constraints } = choices.value;
  const results = study.value?.results;
  const isOpen = results !== undefined;
  const uses = results ? [USES['auc' in results.real.utility ? 'auc' : 'r2']] : [];
  const change = (name: keyof Constraints, value: number | 'none' | undefined) => {
    const { [name]: _, ...others } = constraints;
    void limit((value === undefined ? others : { ...others, [name]: value }) as Constraints);
  };
  return (
    <details open={isOpen}>
      <summary>Limits</summary>
      <div class="limits">
        {[...RISKS, ...uses].map(({ name, words, standard, mayLift }) => {
          const value = constraints[name];
          return (
            <div key={name} class="limit-row">
              <label for={`limit-${name}`}>{words}</label>
              <input
                id={`limit-${name}`}
                type="number"
                min={0}
                max={1}
                step={0.01}
                placeholder={standard === null ? 'none' : String(standard)}
                disabled={value === 'none' || (busy.value !== null && busy.value.job !== 'judge')}
                value={typeof value === 'number' ? value : ''}
                onInput={(event) => {
                  const number = event.currentTarget.valueAsNumber;
                  if (event.currentTarget.value === '') change(name, undefined);
                  else if (number >= 0 && number <= 1) change(name, number);
                }}
              />
              {mayLift ? (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={value === 'none'}
                    disabled={busy.value !== null && busy.value.job !== 'judge'}
                    onChange={(event) =>
                      change(name, event.currentTarget.checked ? 'none' : undefined)
                    }
                  />{' '}
                  no limit
                </label>
              ) : (
                <span />
              )}
            </div>
          );
        })}
      </div>
      <p class="quiet">
        Empty fields are limits as by default. Each is held against the upper end of an interval.
      </p>
    </details>
  );
}
