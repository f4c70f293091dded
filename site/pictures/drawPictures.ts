/** The pictures of docs/concepts.md by name, from their numbers alone: the same numbers, the same bytes. */

import { nodeDocument } from '../../src/report/plots/nodeDocument.ts';
import { drawAudit } from './drawAudit.ts';
import { drawFloor } from './drawFloor.ts';
import { drawGain } from './drawGain.ts';
import { drawGuesses } from './drawGuesses.ts';
import { drawLeak } from './drawLeak.ts';
import { drawLimits } from './drawLimits.ts';
import { drawVine } from './drawVine.ts';
import type { Figures } from './figures.ts';

/** For the picture by itself, as a repository's page shows it; the site's own style comes before it. */
const STYLE =
  '<style>svg{color-scheme:light dark;color:#1b1f24;font-family:system-ui,sans-serif}@media (prefers-color-scheme:dark){svg{color:#e6e9ed}}</style>';

export function drawPictures(figures: Figures): Record<string, string> {
  const drawing = { document: nodeDocument(), width: 680 };
  const { vine, study, preview, guesses, gains } = figures;
  const drawn = {
    vine: drawVine(vine, undefined),
    truncation: drawVine(vine, 1),
    leak: drawLeak(study, preview, drawing),
    floor: drawFloor(study, drawing),
    mr2: drawGuesses(guesses, drawing),
    gain: drawGain(gains, drawing),
    audit: drawAudit(study, drawing),
    limits: drawLimits(study, drawing),
  };
  return Object.fromEntries(
    Object.entries(drawn).map(([name, svg]) => [name, `${svg.replace('>', `>${STYLE}`)}\n`]),
  );
}
