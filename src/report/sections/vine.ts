/** The vine: its trees, which pairs each level keeps, and the families of its pair copulas. */

import { tauOf } from '../../copula/tau.ts';
import { levelName, type ReportContext } from '../context.ts';
import { figure, scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { shortNumber } from '../plots/text.ts';
import { vineTrees, vineTreesTable } from '../plots/vineTrees.ts';
import { rolesOf } from '../roles.ts';
import { type Html, html, NOTHING } from '../template.ts';

export function vine(context: ReportContext): Html {
  const { document, study, results } = context;
  const { model } = study;
  const { edges, truncation } = model.vine;
  if (edges.length === 0) return NOTHING;
  const pairs = edges.map((edge) => {
    const { tree, a, b, given } = edge;
    const place = { tree, a, b, given };
    if (edge.classes) return { ...place, family: 'by class' };
    const { family, rotation, parameters } = edge;
    return { ...place, family, rotation, parameters, tau: tauOf(edge) };
  });
  const drawing = {
    id: 'vine-trees',
    title: `${model.order.length} variables, ${truncation} trees fitted; each cell shows the tree of a pair, which lower truncation levels cut`,
    variables: model.order,
    pairs,
  };
  return html`<section id="vine"><h2>The vine</h2>
<p>Columns are in the order of the vine: sensitive columns first, then the columns related to them, and the response last. In a C-vine the first tree joins every column with the response. Sensitive columns are joined with the columns related to them only in the last trees, which truncation removes.</p>
${figure(document, vineTrees, vineTreesTable, drawing, 'full')}
${scrolling(cutTable(context))}
${scrolling(orderTable(context))}
<p class="quiet">Structure: ${model.structure}. Log-likelihood ${shortNumber(model.vine.logLik)}, ${model.vine.parameters} parameters, AIC ${shortNumber(model.vine.aic)}, BIC ${shortNumber(model.vine.bic)}, on ${results.data.train} rows.</p></section>`;
}

function cutTable({ study, results }: ReportContext): string {
  const { vine, order } = study.model;
  const all = (order.length * (order.length - 1)) / 2;
  const roles = rolesOf(study);
  const concerns = ({ a, b }: { readonly a: number; readonly b: number }) =>
    (roles[a] === 'sensitive') !== (roles[b] === 'sensitive') &&
    (roles[a] === 'related' || roles[b] === 'related');
  return htmlTable({
    caption: 'Pairs that each level keeps and cuts',
    head: ['level', 'pairs kept', 'pairs cut', 'pairs kept between sensitive columns and K'],
    rows: results.levels.map((level) => {
      const kept = vine.edges.filter(({ tree }) => tree <= level.truncation);
      return [levelName(level), kept.length, all - kept.length, kept.filter(concerns).length].map(
        String,
      );
    }),
  });
}

function orderTable({ study }: ReportContext): string {
  return htmlTable({
    caption: 'The order of the columns and the reason for each place',
    head: ['column', 'role', 'centre of tree', 'reason'],
    rows: study.order.order.columns.map(({ name, role, centreOfTree, reason }) => [
      name,
      role === 'related' ? 'related (K)' : role,
      centreOfTree === null ? '–' : String(centreOfTree),
      reason,
    ]),
  });
}
