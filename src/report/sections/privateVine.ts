/** A private vine: what was measured of the table, and the order that follows from it. */

import { levelWords } from '../../study/levelWords.ts';
import type { PrivateContext } from '../context.ts';
import { scrolling } from '../figure.ts';
import { type Html, html } from '../template.ts';
import { orderTable } from './orderTable.ts';

export function privateVine(context: PrivateContext): Html {
  const { results, study } = context;
  const { data } = results;
  const isByClass = study.fitted.vine?.isByClass ?? false;
  const dependence = isByClass
    ? `Dependence is that within each class of ${data.response}.`
    : 'Dependence is the same for all rows.';
  return html`<p>A C-vine of Gaussian pair copulas, computed from noisy whole numbers: counts of cells, sums of scores with ${data.response}, and sums of products of scores. The table was looked at once, for these numbers; margins, order and every level follow from them. ${dependence} ${levelWords(results)}</p>
<p>The order is that of Algorithm 1 on noisy associations: with much noise it is as noisy as they are. The associations in it are the noisy ones.</p>
${scrolling(orderTable(context))}`;
}
