/** How near synthetic rows come to real ones, beside the synthetic rows: in place of real ones. */

import type { LevelLook } from '../../engine/protocol.ts';
import { decimals, percent } from '../words.ts';

export function Nearness({ look: { nearness } }: { readonly look: LevelLook }) {
  if (!nearness) return null;
  const { nearer, far } = nearness;
  return (
    <p>
      <b>{percent(nearer.estimate)}</b> of them ({percent(nearer.low)} to {percent(nearer.high)})
      are nearer to a real row that the fit saw than to any that was held out; 50 % is chance, more
      would tell of copying.
      {far !== null &&
        ` At the median a synthetic row is ${decimals(far)} times as far from the nearest real row as another real row is.`}
    </p>
  );
}
