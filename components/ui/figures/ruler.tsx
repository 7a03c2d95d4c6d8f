import { classNames } from '../class-names.ts';
import { percent, type Tick } from './positions.ts';

interface RulerProps {
  /** From the left; the labels of the last one end at the right edge. */
  ticks: readonly Tick[];
  /** Where the reading is, with its label. */
  needle?: Tick | undefined;
  /** The part of the ruler in which a condition is met, from 0 to 1. */
  opens?: { from: number; to: number } | undefined;
  /** Draws the ruler filled up to the needle. */
  isFilled?: boolean;
}

/** A scale that says where one stands: ticks, a needle at the reading, and a tinted range where a condition is met. */
export function Ruler({ ticks, needle, opens, isFilled = false }: RulerProps) {
  const axis = 24.5;
  return (
    <svg
      aria-hidden
      width="100%"
      height={46}
      className="print-colours block overflow-visible fill-ink2 text-xs"
    >
      {opens && (
        <rect
          x={percent(opens.from)}
          width={percent(opens.to - opens.from)}
          y={axis - 10}
          height={10}
          fill="var(--tint)"
        />
      )}
      {isFilled && needle && <rect width={percent(needle.at)} y={axis - 5} height={5} fill="var(--bar)" />}
      <line x1={0} x2="100%" y1={axis} y2={axis} className="stroke-ink2" />
      {ticks.map(({ at, label }) => (
        <g key={`${at} ${label}`}>
          <line x1={percent(at)} x2={percent(at)} y1={axis} y2={axis + 5} className="stroke-ink2" />
          {label && (
            <text
              x={percent(at)}
              y={axis + 18}
              textAnchor={anchorOf(at)}
              className={classNames(needle?.at === at && 'fill-ink font-semibold')}
            >
              {label}
            </text>
          )}
        </g>
      ))}
      {needle && (
        <>
          <line
            x1={percent(needle.at)}
            x2={percent(needle.at)}
            y1={4}
            y2={axis}
            className="stroke-ink"
            strokeWidth={1.5}
          />
          <svg aria-hidden x={percent(needle.at)} y={0} overflow="visible">
            <path d="M-5 0h10l-5 8z" className="fill-ink" />
          </svg>
        </>
      )}
    </svg>
  );
}

const anchorOf = (at: number) => (at < 0.02 ? 'start' : at > 0.98 ? 'end' : 'middle');
