/**
 * Signs that people in the real table are known better than others of their kind: what cannot be chance, at
 * 95 % for all attackers together, though it may stay within limits.
 */

import { ATTACKER_WORDS, ATTACKERS } from '../measures/attribute/attackers.ts';
import { beyondControl, type Guesses } from '../measures/attribute/guesses.ts';
import type { TableAttribute } from '../measures/attribute/tableAttribute.ts';
import type { Measured } from './auditRisks.ts';
import { percent, rate } from './figureText.ts';

export function signsOfLeaks({ attribute, membership }: Measured): string[] {
  return [
    ...attribute.flatMap(attributeSign),
    ...(membership && membership.nearerToReal.low > 0.5
      ? [
          `${rate(membership.nearerToReal)} of synthetic rows are nearer to a real row than to any of as many unseen ones; 50 % would be without copying.`,
        ]
      : []),
  ];
}

const CATEGORY_WORDS = { logistic: 'a logistic regression', forest: 'a random forest' } as const;

interface Tried {
  readonly words: string;
  readonly real: Guesses;
  readonly control: Guesses | null;
}

function attributeSign(attack: TableAttribute): string[] {
  const tried = attackersOf(attack);
  const level = 1 - 0.05 / tried.length;
  const [leak] = tried
    .flatMap(({ words, real, control }) => {
      if (!control) return [];
      const { low } = beyondControl(real, control, level).difference;
      return low > 0 ? [{ words, real, control, low }] : [];
    })
    .sort((a, b) => b.low - a.low);
  return leak
    ? [
        `'${attack.name}' is guessed better because people were in the table: by ${leak.words}, ${percent(leak.real.right.estimate)} of the guesses about them are right, and ${percent(leak.control.right.estimate)} about people like these who were not.`,
      ]
    : [];
}

function attackersOf(attack: TableAttribute): Tried[] {
  if (attack.kind === 'levels') {
    return (['logistic', 'forest'] as const).map((attacker) => ({
      words: CATEGORY_WORDS[attacker],
      ...attack.people[attacker],
    }));
  }
  return ATTACKERS.flatMap((attacker) => {
    const found = attack.people[attacker];
    return found ? [{ words: ATTACKER_WORDS[attacker], ...found }] : [];
  });
}
