import { classNames } from '../ui/class-names.ts';

interface LabMarkProps {
  oclId: string;
  /** An image that the service serves, or one in memory. */
  image: string | null;
  size?: 'md' | 'lg';
}

/** The lab's picture, or a mark drawn from its account: the same lab, the same mark. */
export function LabMark({ oclId, image, size = 'md' }: LabMarkProps) {
  const className = classNames('shrink-0 rounded-lg', size === 'lg' ? 'size-16' : 'size-12');
  if (image) {
    return (
      // biome-ignore lint/performance/noImgElement: a picture of the service comes in the size in which it is shown
      <img
        src={image}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        className={classNames(className, 'border border-line object-cover')}
      />
    );
  }
  const { hue, cells } = markOf(oclId);
  return (
    <svg viewBox="0 0 7 7" aria-hidden className={className} shapeRendering="crispEdges">
      <rect width="7" height="7" fill={`oklch(0.42 0.07 ${hue})`} />
      {cells.map(([x, y]) => (
        <rect key={`${x},${y}`} x={x + 1} y={y + 1} width="1" height="1" fill={`oklch(0.86 0.06 ${hue})`} />
      ))}
    </svg>
  );
}

/** A hue and a pattern of 5 by 5, mirrored, from the last bytes of the id. */
function markOf(oclId: string): { hue: number; cells: [number, number][] } {
  const bytes =
    oclId
      .slice(-20)
      .match(/../g)
      ?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  const bits = bytes.slice(2, 4).reduce((all, byte) => all * 256 + byte, 0);
  const cells: [number, number][] = [];
  for (let position = 0; position < 15; position += 1) {
    if (((bits >> position) & 1) === 0) continue;
    const x = position % 3;
    const y = Math.floor(position / 3);
    cells.push([x, y]);
    if (x < 2) cells.push([4 - x, y]);
  }
  return { hue: Math.round(((bytes[0] ?? 0) / 256) * 360), cells };
}
