/** The vine: its trees, which pairs each level keeps, and the families of its pair copulas. */

import { tauOf } from '../../copula/tau.ts';
import { levelWords } from '../../study/levelWords.ts';
import { counted } from '../../table/counted.ts';
import { type FittedEdge, isIndependence } from '../../vine/vine.ts';
import {
  isOfVine,
  levelName,
  type PrivateContext,
  type ReportContext,
  type VineContext,
} from '../context.ts';
import { figure, scrolling } from '../figure.ts';
import { keptPairs } from '../keptPairs.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { shortNumber } from '../plots/text.ts';
import { type TreePair, vineTrees, vineTreesTable } from '../plots/vineTrees.ts';
import { rolesOf } from '../roles.ts';
import { type Html, html, NOTHING } from '../template.ts';
import { groupNames, pairsByClass } from './classes.ts';
import { orderTable } from './orderTable.ts';
import { privateVine } from './privateVine.ts';

export function vine(context: ReportContext): Html {
  return isOfVine(context) ? vineWithPairs(context) : privateVine(context as PrivateContext);
}

function vineWithPairs(context: VineContext): Html {
  const { document, study, results, chosen } = context;
  const { model } = study;
  const { edges } = model.vine;
  if (edges.length === 0) return NOTHING;
  const classes = groupNames(model);
  const kept = keptPairs(model, chosen.truncation);
  const dependent = edges.map((edge) => !isIndependence(edge));
  const isCut = dependent.map((is, place) => is && !kept[place]);
  const drawing = {
    id: 'vine-trees',
    title: `${counted(model.order.length, 'variable')}, ${counted(edges.length, 'pair')}: ${levelName(chosen)} cuts ${isCut.filter(Boolean).length} of the ${dependent.filter(Boolean).length} that depend on each other`,
    variables: model.order,
    pairs: edges.map((edge, place) => ({
      ...treePair(edge, classes),
      cut: isCut[place],
    })),
    rule: levelWords(results),
    cutLabel: `cut at ${levelName(chosen)}`,
  };
  return html`<p>${orderWords(context)} ${levelWords(results)} ${cutsWords(context)}</p>
${figure(document, vineTrees, vineTreesTable, drawing, 'full')}
${scrolling(cutTable(context))}
${pairsByClass(context)}
${scrolling(orderTable(context))}
<p class="quiet">Structure: ${model.structure}. Log-likelihood ${shortNumber(model.vine.logLik)}, ${model.vine.parameters} parameters, AIC ${shortNumber(model.vine.aic)}, BIC ${shortNumber(model.vine.bic)}, on ${results.data.train} rows.</p>`;
}

function orderWords({ study, results }: VineContext): string {
  const order =
    results.settings.order === 'auto'
      ? 'Columns are in the order of the vine: sensitive columns first, then the columns related to them, and the response last.'
      : 'Columns are in the order of the vine, the response last.';
  return study.model.structure === 'cvine'
    ? `${order} In a C-vine the first tree joins every column with the response, and each later tree joins the columns that are left with one of them, its centre.`
    : order;
}

/** Why a level protects, where this follows from the order. */
function cutsWords({ study, results }: VineContext): string {
  const { model } = study;
  if (model.protected) {
    return 'No pair of the other columns depends on a pair that is cut, so that these columns are drawn alike at every level.';
  }
  return model.structure === 'cvine' && results.settings.order === 'auto'
    ? 'Sensitive columns are joined with the columns related to them only in the last trees, which truncation removes.'
    : '';
}

/** An edge as the drawing and its table show it. */
function treePair(edge: FittedEdge, names: readonly string[]): TreePair {
  const { tree, a, b, given } = edge;
  const place = { tree, a, b, given };
  if (edge.classes) {
    const isShares = edge.classes.some((own) => 'cuts' in own);
    const classes = edge.classes.map((own, group) => ({
      name: names[group],
      ...('cuts' in own ? { family: 'shares' } : { family: own.family, tau: tauOf(own) }),
    }));
    return { ...place, family: isShares ? 'shares by class' : 'by class', classes };
  }
  const { family, rotation, parameters } = edge;
  return { ...place, family, rotation, parameters, tau: tauOf(edge) };
}

function cutTable({ study, results }: VineContext): string {
  const { model } = study;
  const { edges } = model.vine;
  const roles = rolesOf(study);
  const concerns = ({ a, b }: FittedEdge) =>
    (roles[a] === 'sensitive') !== (roles[b] === 'sensitive') &&
    (roles[a] === 'related' || roles[b] === 'related');
  const dependent = edges.filter((edge) => !isIndependence(edge)).length;
  return htmlTable({
    caption: `Pairs that each level keeps and cuts, of ${dependent} that depend on each other in the fit (${edges.length - dependent} others are independent given the columns before)`,
    head: ['level', 'pairs kept', 'pairs cut', 'pairs kept between sensitive columns and K'],
    rows: results.levels.map((level) => {
      const kept = keptPairs(model, level.truncation);
      const here = edges.filter((_, place) => kept[place]);
      const cut = dependent - here.length;
      return [levelName(level), here.length, cut, here.filter(concerns).length].map(String);
    }),
  });
}
