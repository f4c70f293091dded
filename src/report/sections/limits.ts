/** The limits, and every figure that was judged by them, level by level. */

import type { JudgedFigure, Judgement } from '../../study/decision.ts';
import { levelName, number, type ReportContext } from '../context.ts';
import { scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

const WORDS: Readonly<Record<Judgement, string>> = {
  safe: 'within',
  unclear: 'unclear',
  unsafe: 'BEYOND',
};

export function limits(context: ReportContext): Html {
  const { results } = context;
  return html`<p>A figure is within its limit if the upper end of its 95 % interval is, and beyond it if the lower end is; between the two it is unclear. A level is as safe as its worst figure.</p>
<ul>${results.limits.map(({ words }) => html`<li>${words}</li>`)}</ul>
${scrolling(judgedTable(context))}
${scrolling(allLevels(context))}
${medianLimits(context)}`;
}

/** Limits on use, and on the paper's membership game, which are judged by medians. */
function medianLimits({ results }: ReportContext): Html {
  const words = results.levels.flatMap((level) =>
    level.verdicts.map(
      (verdict) =>
        html`<li>${levelName(level)}: ${verdict.excess > 0 ? 'BEYOND' : 'within'}: ${verdict.words}</li>`,
    ),
  );
  return words.length === 0 ? NOTHING : html`<h4>Limits judged by medians</h4><ul>${words}</ul>`;
}

export function limitsLine({ chosen }: ReportContext): string {
  const { figures } = chosen.judged;
  const within = figures.filter(({ judged }) => judged === 'safe').length;
  return within === figures.length
    ? `all ${figures.length} figures are within their limits`
    : `${within} of ${figures.length} figures are within their limits`;
}

/** The figures of the chosen level, with their words. */
export function judgedTable({ chosen }: ReportContext): string {
  return htmlTable({
    caption: `What decides at ${levelName(chosen)}`,
    head: ['risk', 'figure (95 % interval)', 'limit', 'judged', 'in words'],
    rows: chosen.judged.figures.map((figure) => [
      riskName(figure),
      ...figureText(figure),
      WORDS[figure.judged],
      figure.words,
    ]),
  });
}

function allLevels({ results, chosen }: ReportContext): string {
  const all = results.levels.flatMap((level) =>
    level.judged.figures.map((figure) => ({ level, figure })),
  );
  const names = [...new Set(all.map(({ figure }) => riskName(figure)))];
  return htmlTable({
    caption: 'All levels, by the upper end of each figure',
    head: ['level', 'judged', ...names],
    rows: results.levels.map((level) => [
      levelName(level),
      LEVEL_WORDS[level.judged.judged],
      ...names.map((name) => {
        const found = level.judged.figures.find((figure) => riskName(figure) === name);
        if (!found) return '–';
        const [text] = figureText(found, true);
        return found.judged === 'safe' ? text : `${text} (${WORDS[found.judged]})`;
      }),
    ]),
    marked: results.levels.indexOf(chosen),
  });
}

const LEVEL_WORDS: Readonly<Record<Judgement, string>> = {
  safe: 'safe',
  unclear: 'unclear',
  unsafe: 'UNSAFE',
};

function riskName({ risk, of }: JudgedFigure): string {
  const about = of === null ? '' : ` ${of}`;
  switch (risk) {
    case 'attribute':
      return `variance explained of${about}`;
    case 'guess':
      return `wrong guesses avoided of${about}`;
    case 'membership':
      return of === null ? 'members recognised' : `members recognised, by${about}`;
    case 'membershipBeyondMargins':
      return 'members recognised, beyond margins';
    case 'people':
      return 'single people recognised';
    case 'copies':
      return 'exact copies';
    case 'keys':
      return `replicated keys${about}`;
  }
}

/** The figure with its interval, or its upper end alone, and the limit. */
function figureText(
  { risk, figure, limit }: JudgedFigure,
  isUpper = false,
): [figure: string, limit: string] {
  if (risk === 'people') {
    return [figure.estimate > 0 ? 'some' : 'none', 'none'];
  }
  const show = (value: number | null) =>
    risk === 'membership'
      ? decimals(number(value))
      : Number.isFinite(number(value))
        ? `${decimals(100 * number(value), 1)} %`
        : '–';
  const { estimate, low, high } = figure;
  if (!Number.isFinite(number(high))) return ['not measured', show(limit)];
  if (isUpper) return [show(high), show(limit)];
  const range = low === high ? '' : ` (${show(low)} to ${show(high)})`;
  return [`${show(estimate)}${range}`, show(limit)];
}
