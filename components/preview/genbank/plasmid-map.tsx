import type { ModelOf } from '@labroom/formats/models';
import { visibleName } from '#lib/names/visible-name.ts';
import { ticksOf } from '../table/scale.ts';
import { layOut, type MapArc, pointAt, spread } from './map-layout.ts';

const RADIUS = 130;
const LANE = 16;
const LABEL_RADIUS = RADIUS + 22;
const MAX_LABELS = 24;
const HALF_WIDTH = 320;
const HALF_HEIGHT = 200;

/** A ring sector. An arc of a whole circle needs two parts, because its ends meet. */
function sector({ start, end, lane }: MapArc, length: number): string {
  const [outer, inner] = [RADIUS - lane * LANE, RADIUS - lane * LANE - LANE + 4];
  const from = start / length;
  const to = Math.min(end / length, from + 0.9999);
  const [a, b, c, d] = [pointAt(from, outer), pointAt(to, outer), pointAt(to, inner), pointAt(from, inner)];
  const isLarge = to - from > 0.5 ? 1 : 0;
  return `M${a.x} ${a.y}A${outer} ${outer} 0 ${isLarge} 1 ${b.x} ${b.y}L${c.x} ${c.y}A${inner} ${inner} 0 ${isLarge} 0 ${d.x} ${d.y}Z`;
}

const shortened = (name: string, length: number) =>
  name.length > length ? `${name.slice(0, length - 1)}…` : name;

/** A circular map of the features. The list of features has the same content as text. */
export function PlasmidMap({ record: { name, length, features } }: { record: ModelOf<'genbank'> }) {
  const arcs = layOut(features, length);
  const labels = arcs.slice(0, MAX_LABELS).map((arc) => {
    const middle = ((arc.start + arc.end) / 2 / length) % 1;
    return { arc, middle, isRight: middle < 0.5, ...pointAt(middle, LABEL_RADIUS) };
  });
  const sides = [true, false].flatMap((side) => {
    const own = labels.filter(({ isRight }) => isRight === side);
    const heights = spread(
      own.map(({ y }) => y),
      14,
      HALF_HEIGHT - 12,
    );
    return own.map((label, index) => ({ ...label, height: heights[index] ?? label.y }));
  });
  return (
    <svg
      role="img"
      aria-label={`Circular map of ${visibleName(name)}, ${length.toLocaleString('en')} bp, with ${arcs.length} features. The list of features follows.`}
      viewBox={`${-HALF_WIDTH} ${-HALF_HEIGHT} ${2 * HALF_WIDTH} ${2 * HALF_HEIGHT}`}
      className="w-full max-w-2xl"
      fontSize={11}
      fill="var(--ink)"
    >
      <circle r={RADIUS + 3} fill="none" stroke="var(--ink2)" />
      {ticksOf(0, length, 8)
        .filter((tick) => tick > 0 && tick < length)
        .map((tick) => {
          const [from, to] = [pointAt(tick / length, RADIUS + 3), pointAt(tick / length, RADIUS + 9)];
          return (
            <path key={tick} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke="var(--ink2)">
              <title>{`${tick.toLocaleString('en')} bp`}</title>
            </path>
          );
        })}
      {arcs.map((arc, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: features may be equal
          key={index}
          d={sector(arc, length)}
          fill="var(--bar)"
          fillOpacity={arc.feature.isReverse ? 0.35 : 0.8}
          stroke="var(--ink2)"
        >
          <title>{`${arc.feature.name}: ${arc.feature.type}, ${arc.feature.location}`}</title>
        </path>
      ))}
      {sides.map(({ arc, middle, isRight, height }, index) => {
        const from = pointAt(middle, RADIUS + 3);
        const x = (isRight ? 1 : -1) * (LABEL_RADIUS + 8);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: features may be equal
          <g key={index}>
            <path d={`M${from.x} ${from.y}L${x} ${height}`} stroke="var(--edge)" fill="none" />
            <text
              x={x + (isRight ? 4 : -4)}
              y={height}
              textAnchor={isRight ? 'start' : 'end'}
              dominantBaseline="central"
            >
              {shortened(visibleName(arc.feature.name), 22)}
            </text>
          </g>
        );
      })}
      <text textAnchor="middle" y={-6}>
        {shortened(visibleName(name), 20)}
      </text>
      <text textAnchor="middle" y={10} fill="var(--ink2)">
        {`${length.toLocaleString('en')} bp`}
      </text>
    </svg>
  );
}
