/** A small histogram. Bins of fewer than five rows are hatched and as low as can be. */

interface BarsProps {
  readonly bins: readonly (number | null)[];
  readonly label: string;
}

const WIDTH = 120;
const HEIGHT = 26;

export function Bars({ bins, label }: BarsProps) {
  if (bins.length === 0) return null;
  const most = Math.max(1, ...bins.map((rows) => rows ?? 0));
  const step = WIDTH / bins.length;
  return (
    <svg class="bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {bins.map((rows, place) => {
        const height = rows === null ? 2 : Math.max(1, (rows / most) * HEIGHT);
        return (
          <rect
            key={place}
            class={rows === null ? 'few' : ''}
            x={place * step + 0.5}
            y={HEIGHT - height}
            width={Math.max(1, step - 1)}
            height={height}
          />
        );
      })}
    </svg>
  );
}
