/**
 * Colours that people with any kind of colour vision tell apart: Okabe and Ito (2008), and a grey. A
 * page may set others as custom properties (--plot-blue). Text and lines are in the colour of the
 * text around the plot, so that one drawing serves light and dark pages and paper.
 */

const COLOURS = {
  blue: '#0072B2',
  orange: '#E69F00',
  green: '#009E73',
  vermillion: '#D55E00',
  purple: '#CC79A7',
  sky: '#56B4E9',
  yellow: '#F0E442',
  grey: '#808080',
} as const;

export type PlotColour = keyof typeof COLOURS;

export const INK = 'currentColor';

/** What is behind a plot: the page's own colour, for halos around text. */
export const BACKGROUND = 'var(--plot-background, Canvas)';

/** For pages that follow the reader's wish for dark: blues that are seen on black, on screens only. */
export const DARK_PLOT_STYLE =
  '@media screen and (prefers-color-scheme: dark){:root{--plot-blue:#3B9CDE;--plot-sky:#A6DBF7}}';

export function paint(colour: PlotColour): string {
  return `var(--plot-${colour}, ${COLOURS[colour]})`;
}
