/**
 * How near synthetic rows come to real ones: a share and a quotient of medians, of at most 500 rows on each side,
 * so that it is there at every move of the slider.
 */

import type { Comparable } from '../../measures/fidelity/comparable.ts';
import { distanceToClosest } from '../../measures/fidelity/distanceToClosest.ts';
import { namedFeatures } from '../../measures/fidelity/featureTable.ts';
import { minMax } from '../../measures/fidelity/minMax.ts';
import type { Points } from '../../measures/fidelity/points.ts';
import { rngFromSeed } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import type { LevelLook } from './protocol.ts';
import { evenly } from './screenRows.ts';

/** Real rows of either kind. */
const MOST = 500;
/** Synthetic ones; fewer where there are many columns, as each level of the slider waits for this. */
const QUERIES = { most: 300, least: 100, cells: 6e6 };
/** Of fewer held-out rows a share says nothing. */
const FEWEST = 20;

/** `made`: a synthetic table in the form of the real one; nothing where there are too few real rows. */
export function openNearness(
  { plan, real }: Pick<Comparable, 'plan' | 'real'>,
  heldOut: Table,
): (made: Table) => LevelLook['nearness'] {
  if (heldOut.rows < FEWEST || real.rows < FEWEST) return () => null;
  const columnsOf = (table: Table, most: number) => namedFeatures(plan, evenly(table, most));
  const rows = Math.min(MOST, heldOut.rows, real.rows);
  const own = columnsOf(real, rows);
  const { embed } = minMax(own.names, own.columns);
  const [training, others] = [embed(own.columns), embed(columnsOf(heldOut, rows).columns)];
  const { most, least, cells } = QUERIES;
  const wanted = Math.floor(cells / (rows * training.width));
  const asked = Math.min(most, Math.max(least, wanted));
  const closest = (queries: Points) =>
    distanceToClosest(queries, training, others, rngFromSeed(1).split('nearness'));
  const usual = distanceToClosest(others, training, undefined, rngFromSeed(1)).training.distance;
  return (made) => {
    const { nearerToTraining, training: found } = closest(embed(columnsOf(made, asked).columns));
    if (!nearerToTraining) return null;
    const { estimate, low, high } = nearerToTraining;
    const far = usual.median > 0 ? found.distance.median / usual.median : null;
    return { nearer: { estimate, low, high }, far };
  };
}
