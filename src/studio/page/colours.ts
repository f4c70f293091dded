/** The page's colours for what is drawn on a canvas: asked for once, and again when the scheme changes. */

import { signal } from '@preact/signals';

export interface Colours {
  readonly plus: string;
  readonly minus: string;
  /** Of what is not told. */
  readonly few: string;
}

function coloursNow(): Colours {
  const style = getComputedStyle(document.documentElement);
  const [plus, minus, few] = ['--plot-blue', '--plot-vermillion', '--line'].map((name) =>
    style.getPropertyValue(name).trim(),
  );
  return { plus, minus, few };
}

export const colours = signal<Colours>({ plus: '', minus: '', few: '' });

export function watchColours(): void {
  colours.value = coloursNow();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    colours.value = coloursNow();
  });
}
