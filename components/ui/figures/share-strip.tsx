import { useId } from 'react';
import { type Fill, paintOf, TextureDefs } from './fills.tsx';
import { percent } from './positions.ts';

interface ShareStripProps {
  /** Largest first. */
  parts: readonly { name: string; value: number; shown: string; fill: Fill }[];
}

/** Parts of a whole as one strip. Parts that are wide enough carry their name; a legend or table names all. */
export function ShareStrip({ parts }: ShareStripProps) {
  const id = useId();
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  if (whole === 0) return null;
  let start = 0;
  const placed = parts.map((part) => {
    const share = part.value / whole;
    const from = start;
    start += share;
    return { ...part, from, share };
  });
  return (
    <div className="text-xs">
      <svg aria-hidden width="100%" height={40} className="print-colours block">
        <TextureDefs fills={parts.map(({ fill }) => fill)} id={id} />
        {placed.map(({ name, shown, fill, from, share }) => (
          <rect
            key={name}
            x={percent(from)}
            width={percent(share)}
            height={40}
            fill={paintOf(fill, id)}
            className="stroke-paper"
            strokeWidth={2}
          >
            <title>{`${name}: ${shown}`}</title>
          </rect>
        ))}
      </svg>
      <div className="relative mt-1 h-9">
        {placed
          .filter(({ share }) => share > 0.12)
          .map(({ name, shown, from, share }) => (
            <p
              key={name}
              className="absolute truncate pr-3"
              style={{ left: percent(from), width: percent(share) }}
            >
              {name}
              <span className="block text-ink2">{shown}</span>
            </p>
          ))}
      </div>
    </div>
  );
}
