/**
 * The frame that all plots share: a title that says what to see, a key of the colours, the drawing by
 * Observable Plot, and the same in words for those who cannot see it. Plot's own titles and legends
 * are HTML and need a canvas, so both are drawn here, as part of the one SVG.
 */

import * as Plot from '@observablehq/plot';
import { markup } from './markup.ts';
import { INK } from './palette.ts';
import { shortName, textWidth, wrapText } from './text.ts';

/** Where to draw. */
export interface Drawing {
  /** The page's own document in a browser, else `nodeDocument()`. */
  readonly document: Document;
  /** In pixels; 640 unless given. The drawing shrinks with its page. */
  readonly width?: number;
  /** Leaves out the style of its own, for a page whose policy lets none pass and whose style says the same. */
  readonly unstyled?: boolean;
}

/** What every plot is told. */
export interface Figure {
  /** Unique on its page: letters, digits and hyphens, a letter first. */
  readonly id: string;
  /** What to see in the plot, in a sentence. */
  readonly title: string;
}

/** One entry of a key: what a colour and a shape stand for. */
export interface KeyEntry {
  readonly label: string;
  readonly fill: string;
  readonly opacity?: number;
  readonly shape:
    | ('box' | 'dashedBox' | 'crossedBox' | 'dot' | 'ring' | 'diamond')
    | ('line' | 'dashes' | 'dots');
}

export interface FigurePlan extends Figure {
  /** The plot in words. */
  readonly description: string;
  readonly key?: readonly KeyEntry[];
  /** What goes up, written level above the plot, and what goes across, below it. */
  readonly upLabel?: string;
  readonly acrossLabel?: string;
  /** Of the plot without title, key and labels of axes, in pixels. */
  readonly height: number;
  /** For Plot, with margins for the ticks alone. */
  readonly plot: Plot.PlotOptions;
}

export const DEFAULT_WIDTH = 640;
export const FONT_SIZE = 12;
const TITLE = { size: 15, line: 20 };
const KEY_LINE = 20;
const LINE = 16;
const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;

export function drawFigure(drawing: Drawing, plan: FigurePlan): string {
  const { document, width = DEFAULT_WIDTH } = drawing;
  const { id, title, description, plot } = plan;
  if (!/^[a-z][a-z0-9-]*$/i.test(id)) throw new Error(`not an id for a plot: ${id}`);
  const element = elementsOf(document);
  const lines = wrapText(title, width - 8, TITLE.size * 1.1);
  const key = layKey(plan.key ?? [], width);
  const up = wrapText(plan.upLabel ?? '', width - 8, FONT_SIZE);
  const across = wrapText(plan.acrossLabel ?? '', width - 8, FONT_SIZE);
  const keyTop = lines.length * TITLE.line + 4;
  const upTop = keyTop + key.lines * KEY_LINE;
  const head = upTop + up.length * LINE;
  const foot = across.length > 0 ? across.length * LINE + 8 : 0;
  const { marginTop = 12, marginRight = 8, marginBottom = 24, marginLeft = 48 } = plot;
  // below the plot, or below the whole where a line is wider than the plot
  const room = width - marginLeft - marginRight;
  const isWide = across.some((line) => textWidth(line, FONT_SIZE) > room);
  const acrossMiddle = isWide ? width / 2 : marginLeft + room / 2;
  const svg = Plot.plot({
    ...plot,
    document,
    width,
    height: head + plan.height + foot,
    marginTop: head + marginTop,
    marginBottom: marginBottom + foot,
    marginRight,
    marginLeft,
    className: 'tvinesynth-plot',
  });
  for (const style of Array.from(svg.querySelectorAll('style'))) style.remove();
  const attributes: Attributes = {
    id,
    role: 'img',
    'aria-label': title,
    'aria-describedby': `${id}-text`,
    'font-size': FONT_SIZE,
    ...(!drawing.unstyled && { style: 'max-width:100%;height:auto' }),
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value));
  svg.prepend(
    element('title', {}, title),
    element('desc', { id: `${id}-text` }, description),
    ...lines.map((line, i) =>
      element('text', { x: 0, y: 15 + i * TITLE.line, ...TITLE_STYLE }, line),
    ),
    ...up.map((line, i) =>
      element('text', { x: 0, y: upTop + 12 + i * LINE, 'text-anchor': 'start' }, line),
    ),
    ...across.map((line, i) =>
      element('text', { x: acrossMiddle, y: head + plan.height + 16 + i * LINE }, line),
    ),
    ...key.entries.map(({ entry, x, line }) =>
      keyEntry(element, entry, x, keyTop + line * KEY_LINE + 10),
    ),
  );
  return markup(svg).replace('<svg ', `<svg xmlns="${SVG}" `);
}

const TITLE_STYLE = { 'font-size': TITLE.size, 'font-weight': 600, 'text-anchor': 'start' };
const DASHES = { 'stroke-dasharray': '4,3' };
const DOTS = { 'stroke-dasharray': '2,3' };

function layKey(entries: readonly KeyEntry[], width: number) {
  let x = 1;
  let line = 0;
  const laid = entries.map((given) => {
    const entry = { ...given, label: shortName(given.label, Math.floor((width - 40) / 7)) };
    const room = 38 + textWidth(entry.label, FONT_SIZE);
    if (x > 1 && x + room > width) [x, line] = [1, line + 1];
    const place = { entry, x, line };
    x += room;
    return place;
  });
  return { entries: laid, lines: entries.length === 0 ? 0 : line + 1 };
}

type Make = (
  name: string,
  attributes: Attributes,
  ...inside: readonly (string | Element)[]
) => Element;

/** Makes elements of SVG in a document. */
function elementsOf(document: Document): Make {
  return (name, attributes, ...inside) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...inside);
    return made;
  };
}

/** A line of the key: its sign and its label. */
function keyEntry(
  element: Make,
  { label, fill, opacity = 1, shape }: KeyEntry,
  x: number,
  y: number,
): Element {
  const outline = { stroke: INK, 'stroke-width': 0.8 };
  const paint = { fill, 'fill-opacity': opacity };
  const signs: Record<KeyEntry['shape'], () => Element> = {
    box: () => element('rect', { x, y: y - 6, width: 14, height: 11, ...paint, ...outline }),
    dashedBox: () =>
      element('rect', { x, y: y - 6, width: 14, height: 11, ...paint, ...outline, ...DASHES }),
    crossedBox: () =>
      element('path', { d: `M${x},${y - 6}h14v11h-14zv11l14,-11`, ...paint, ...outline }),
    dot: () => element('circle', { cx: x + 7, cy: y, r: 4.5, ...paint, ...outline }),
    ring: () =>
      element('circle', {
        cx: x + 7,
        cy: y,
        r: 4,
        fill: 'none',
        stroke: fill,
        'stroke-width': 1.5,
      }),
    diamond: () =>
      element('path', { d: `M${x + 7},${y - 6}l6,6l-6,6l-6,-6Z`, ...paint, ...outline }),
    line: () => element('path', { d: `M${x},${y}h16`, stroke: fill, 'stroke-width': 2 }),
    dashes: () =>
      element('path', { d: `M${x},${y}h16`, stroke: fill, 'stroke-width': 1.5, ...DASHES }),
    dots: () => element('path', { d: `M${x},${y}h16`, stroke: fill, 'stroke-width': 1.5, ...DOTS }),
  };
  return element(
    'g',
    {},
    signs[shape](),
    element('text', { x: x + 20, y: y + 4, 'text-anchor': 'start' }, label),
  );
}
