import { classNames } from '../ui/class-names.ts';

interface LabMarkProps {
  oclId: string;
  /** URL of an image, from the service or in memory. */
  image: string | null;
  size?: 'md' | 'lg';
}

/** The lab's image or, without one, a pattern derived from its account. */
export function LabMark({ oclId, image, size = 'md' }: LabMarkProps) {
  const className = classNames('shrink-0 rounded', size === 'lg' ? 'size-16' : 'size-12');
  if (image) {
    return (
      // biome-ignore lint/performance/noImgElement: the service serves images in their display size
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

/** Hue and mirrored 5 by 5 pattern, from the last bytes of the id. */
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
