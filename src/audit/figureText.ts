/** Figures and lines of an audit as text. */

import type { Interval } from '../numerics/intervals.ts';
import { alignText } from '../table/alignText.ts';

/** '12.3 %', or '-' where there is no number. */
export function percent(share: number, decimals = 1): string {
  return Number.isNaN(share) ? '-' : `${(100 * share).toFixed(decimals)} %`;
}

/** A share with its interval: '12.3 % (10.1 to 14.9)'. */
export function rate({ estimate, low, high }: Interval): string {
  const text = (share: number) => (100 * share).toFixed(1);
  return Number.isNaN(estimate) ? '-' : `${percent(estimate)} (${text(low)} to ${text(high)})`;
}

/** A figure with its interval: '0.512 (0.480 to 0.544)'. */
export function interval({ estimate, low, high }: Interval, decimals = 3): string {
  const text = (value: number) => value.toFixed(decimals);
  return `${text(estimate)} (${text(low)} to ${text(high)})`;
}

export function columnsOfText(lines: readonly (readonly string[])[]): string[] {
  return lines.length === 0 ? [] : alignText(lines, () => false);
}

export function indent(line: string): string {
  return `  ${line}`;
}

/** A point of a list. */
export function item(text: string): string[] {
  const [first, ...rest] = wrapped(text, '  ');
  return [`- ${first.trimStart()}`, ...rest];
}

const WIDTH = 100;

/** Words in lines of some width, each behind the indent. */
export function wrapped(text: string, indentation: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(`${indentation}${line}`);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, `${indentation}${line}`];
}
