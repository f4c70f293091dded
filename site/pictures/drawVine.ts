/** The first trees of a vine, side by side: a centre, its partners, and the pair copula of each. */

import { escapeText } from '../../src/report/plots/markup.ts';
import { INK, paint } from '../../src/report/plots/palette.ts';
import type { Figures, VineEdge } from './figures.ts';

const SHOWN = 3;
const PANEL = 232;
const TOP = 80;
const STEP = 52;
const CENTRE = 54;
const PARTNER = 172;

/** With a level, pairs of protected columns in later trees are crossed out. */
export function drawVine(vine: Figures['vine'], level: number | undefined): string {
  const panels = Array.from({ length: SHOWN }, (_, k) => {
    const edges = vine.edges.filter(({ tree }) => tree === k + 1);
    return `<g transform="translate(${k * PANEL},0)">${panel(edges, k + 1, vine, level)}</g>`;
  });
  const width = SHOWN * PANEL;
  const height = TOP + STEP * (vine.order.length - 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-size="12" text-anchor="middle" style="max-width:100%;height:auto">${panels.join('')}</svg>`;
}

function panel(
  edges: readonly VineEdge[],
  tree: number,
  { order, protected: hidden }: Figures['vine'],
  level: number | undefined,
): string {
  // the response is the centre of tree 1, the column before it that of tree 2, and so on
  const centre = order[order.length - tree];
  const given = order.slice(order.length - tree + 1);
  const partners = edges.map((edge) => ({ ...edge, name: edge.a === centre ? edge.b : edge.a }));
  const last = TOP + STEP * (partners.length - 1);
  const middle = { x: CENTRE, y: (TOP + last) / 2 };
  const pairs = partners.map(({ name, family, tau }, i) => {
    const cut = level !== undefined && tree > level && hidden.includes(name);
    const label = family === 'independence' ? 'independent' : `${family} ${minus(tau)}`;
    return { name, at: { x: PARTNER, y: TOP + STEP * i }, cut, tau, label: cut ? 'cut' : label };
  });
  return [
    text({ x: PANEL / 2, y: 18 }, `Tree ${tree}`, 'font-weight="600" font-size="14"'),
    ...(tree === 1
      ? []
      : [text({ x: PANEL / 2, y: 36 }, `given ${given.reverse().join(' and ')}`, '')]),
    ...pairs.map(({ at, cut, tau }) => line(middle, at, cut, tau)),
    ...pairs.map(({ at, label, cut }) => haloed({ x: at.x, y: at.y + 22 }, label, cut)),
    ...pairs.map(({ name, at }) => node(at, name, hidden.includes(name))),
    node(middle, centre, hidden.includes(centre), true),
  ].join('');
}

type Place = { readonly x: number; readonly y: number };

function line(from: Place, { x, y }: Place, cut: boolean, tau: number): string {
  const width = (1 + 6 * Math.abs(tau)).toFixed(1);
  const style = cut
    ? `stroke="${paint('vermillion')}" stroke-dasharray="3,5" stroke-width="1.5"`
    : `stroke="${INK}" stroke-opacity="${tau === 0 ? 0.2 : 0.45}" stroke-width="${width}"`;
  return `<line x1="${from.x}" y1="${from.y}" x2="${x.toFixed(1)}" y2="${y.toFixed(1)}" ${style}/>`;
}

function node({ x, y }: Place, name: string, isProtected: boolean, isCentre = false): string {
  const half = 6 + name.length * 3.6;
  const colour = paint(isProtected ? 'vermillion' : 'blue');
  const fill = isCentre ? colour : 'var(--plot-background, Canvas)';
  return `<g transform="translate(${x.toFixed(1)},${y.toFixed(1)})"><rect x="${-half}" y="-13" width="${2 * half}" height="26" rx="13" fill="${fill}" stroke="${colour}" stroke-width="2"/><text y="4" fill="${isCentre ? '#fff' : INK}"${isProtected ? ' font-weight="600"' : ''}>${escapeText(name)}</text></g>`;
}

function haloed({ x, y }: Place, words: string, cut: boolean): string {
  const fill = cut ? paint('vermillion') : INK;
  return `<text x="${x.toFixed(1)}" y="${(y + 4).toFixed(1)}" font-size="11" fill="${fill}" stroke="var(--plot-background, Canvas)" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${escapeText(words)}</text>`;
}

function text({ x, y }: Place, words: string, attributes: string): string {
  return `<text x="${x}" y="${y}" fill="${INK}" ${attributes}>${escapeText(words)}</text>`;
}

function minus(tau: number): string {
  return tau.toFixed(2).replace('-', '−');
}
