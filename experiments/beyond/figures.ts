/** The vine by class and by column in the paper's plots of privacy against utility. */

import type { Html } from '../../src/report/template.ts';
import { otherVines } from '../competitorFigures.ts';
import { COMPETITORS, type Competitor, type CompetitorName } from '../competitors.ts';
import { boxes, type PlottedCompetitor, tradeOff, type Vine } from '../figures.ts';
import type { AttributeAt, ColumnAttack, UtilityFound } from '../games.ts';
import { type BeyondFindings, SIMULATED, SUPPORT2, type Variant } from './findings.ts';

/** What the reproduction of the paper found of the other generators on the same table. */
export interface Reproduced {
  readonly attribute: Readonly<Record<Vine, readonly AttributeAt[]>>;
  readonly utility: Readonly<Record<Vine, UtilityFound>>;
  readonly competitors: readonly Competitor[];
}

/** From the parts that the reproduction wrote. */
export function reproducedFrom(parts: Readonly<Record<string, unknown>>): Reproduced {
  const part = <Value>(name: string) => parts[name] as Value;
  const ofVines = <Value>(what: string) => ({
    cvine: part<Value>(`${what}-cvine`),
    rvine: part<Value>(`${what}-rvine`),
    star: part<Value>(`${what}-star`),
  });
  return {
    attribute: ofVines<readonly AttributeAt[]>('attribute'),
    utility: ofVines<UtilityFound>('utility'),
    competitors: COMPETITORS.filter((name) => `fits-${name}` in parts).map((name) => ({
      name,
      attribute: part(attackedIn(parts, name)),
      // not plotted
      membership: null,
      fits: part(`fits-${name}`),
    })),
  };
}

/** Slow generators are attacked fewer times, in a part of another name. */
function attackedIn(parts: Readonly<Record<string, unknown>>, name: CompetitorName): string {
  const few = `attribute-outlying-${name}`;
  return few in parts ? few : `attribute-${name}`;
}

/** By iteration, what the attacker explains who explains most. */
const strongest = ({ mr2, mr2ByClass, mr2Forest }: ColumnAttack): readonly number[] => {
  // the reproduction may be from before the other attackers
  const all = [mr2, mr2ByClass, mr2Forest].filter((values) => values !== undefined);
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
  return all.reduce((most, values) => (mean(values) > mean(most) ? values : most));
};

export function beyondFigures(
  { simulated, support2 }: BeyondFindings,
  reproduced: { readonly simulated?: Reproduced; readonly support2?: Reproduced },
): Html[] {
  const plotted = (label: string, { attribute, utility }: Variant): PlottedCompetitor => ({
    label,
    attack: attribute.filter(({ level }) => [1, 10, 20].includes(Number(level))),
    utility,
  });
  const others = (found: Reproduced | undefined) =>
    found ? otherVines(found.attribute, found.utility, [1, 20], found.competitors) : [];
  const label = (name: string) =>
    `share of ${name}'s variance that the strongest attacker explains`;
  return [
    ...SIMULATED.sensitive.map((name) =>
      tradeOff(
        `beyond-simulated-${name}`,
        `Simulated data, by class: what is learned of ${name} against utility`,
        label(name),
        { attack: simulated.byClass.attribute, utility: simulated.byClass.utility },
        [plotted('paper', simulated.paper), ...others(reproduced.simulated)],
        name,
        strongest,
      ),
    ),
    ...SUPPORT2.sensitive.map((name) =>
      tradeOff(
        `beyond-support2-${name}`,
        `SUPPORT2, default: what is learned of ${name} against utility`,
        label(name),
        { attack: support2.related.attribute, utility: support2.related.utility },
        [
          plotted('paper', support2.paper),
          plotted('sensitive', support2.sensitive),
          ...others(reproduced.support2),
        ],
        name,
        strongest,
      ),
    ),
    boxes(
      'beyond-support2-auc',
      'SUPPORT2: AUC of forests that learn from the synthetic tables',
      'AUC, by synthetic set',
      [
        { label: 'paper', colour: 'grey', found: support2.paper.utility.levels },
        { label: 'related (default)', colour: 'sky', found: support2.related.utility.levels },
        { label: 'sensitive', colour: 'orange', found: support2.sensitive.utility.levels },
      ],
      ({ auc }) => auc,
      [{ value: support2.paper.utility.real.auc, label: 'learning from real rows' }],
    ),
    boxes(
      'beyond-simulated-auc',
      'Simulated data: AUC of forests that learn from the synthetic tables',
      'AUC, by synthetic set',
      [
        { label: 'paper', colour: 'grey', found: simulated.paper.utility.levels },
        { label: 'by class', colour: 'sky', found: simulated.byClass.utility.levels },
      ],
      ({ auc }) => auc,
      [{ value: simulated.paper.utility.real.auc, label: 'learning from real rows' }],
    ),
  ];
}
