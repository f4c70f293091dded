import { expect, test } from 'vitest';
import { DARK_PLOT_STYLE, type PlotColour, paint } from '../../../src/report/plots/palette.ts';

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const hexOf = (colour: PlotColour) => paint(colour).match(/#\w{6}/)?.[0] ?? '';

test('contrast, as known for pure colours', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 10);
  expect(contrast('#FF0000', '#FFFFFF')).toBeCloseTo(3.998, 3);
});

// the others are fills with an outline in the colour of the text
test.each(['blue', 'vermillion', 'grey'] as const)(
  '%s lines are seen on white and on black',
  (colour) => {
    expect(contrast(hexOf(colour), '#FFFFFF')).toBeGreaterThan(3);
    expect(contrast(hexOf(colour), '#121212')).toBeGreaterThan(3);
  },
);

test('the blues for dark pages are plainly seen there', () => {
  const blues = DARK_PLOT_STYLE.match(/#\w{6}/g) ?? [];
  expect(blues).toHaveLength(2);
  for (const blue of blues) expect(contrast(blue, '#121212')).toBeGreaterThan(4.5);
});
