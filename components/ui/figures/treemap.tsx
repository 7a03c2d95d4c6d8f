import { useId } from 'react';
import { classNames } from '../class-names.ts';
import { type Fill, paintOf, TextureDefs } from './fills.tsx';
import { percent } from './positions.ts';
import { type TileGroup, treemapGroups } from './treemap-layout.ts';

export interface TreemapItem {
  name: string;
  /** Shown on hover, with the size. */
  title: string;
  size: number;
  fill: Fill;
}

interface TreemapProps {
  groups: readonly { name: string; shown: string; items: readonly TreemapItem[] }[];
}

/** The smallest share of the area that an item gets, so that it stays visible beside one that is far larger. */
const smallestShare = 0.008;

const drawings = [
  { width: 860, height: 320, className: 'max-sm:hidden' },
  { width: 350, height: 420, className: 'sm:hidden' },
];

/** Areas in proportion to sizes, in groups with a name. Drawn once for wide screens and once for phones. */
export function Treemap({ groups }: TreemapProps) {
  const id = useId();
  const whole = groups.flatMap(({ items }) => items).reduce((sum, { size }) => sum + size, 0);
  const sizeOf = ({ size }: TreemapItem) => Math.max(size, whole * smallestShare, 1);
  const shown = new Map(groups.map((group) => [group.name, group.shown]));
  return (
    <>
      <svg aria-hidden width={0} height={0} className="absolute">
        <TextureDefs fills={groups.flatMap(({ items }) => items.map(({ fill }) => fill))} id={id} />
      </svg>
      {drawings.map(({ width, height, className }) => (
        <div key={width} className={classNames('relative text-xs', className)} style={{ height }}>
          {treemapGroups(groups, sizeOf, { width, height, gap: 8, head: 20 }).map((group) => (
            <Group key={group.item} group={group} shown={shown.get(group.item) ?? ''} width={width} id={id} />
          ))}
        </div>
      ))}
    </>
  );
}

interface GroupProps {
  group: TileGroup<TreemapItem>;
  shown: string;
  /** Of the whole drawing. */
  width: number;
  id: string;
}

function Group({ group, shown, width, id }: GroupProps) {
  const place = (tile: { x: number; width: number }) => ({
    left: percent(tile.x / width),
    width: percent(tile.width / width),
  });
  return (
    <>
      <p className="absolute flex h-5 gap-2" style={{ ...place(group), top: group.y }}>
        <span className="min-w-0 truncate font-medium">{group.item}</span>
        {group.width > 110 && <span className="shrink-0 text-ink2">{shown}</span>}
      </p>
      {group.tiles.map(({ item, ...tile }) => (
        <div
          key={item.title}
          title={item.title}
          className="absolute"
          style={{ ...place(tile), top: tile.y, height: tile.height }}
        >
          <svg aria-hidden width="100%" height="100%" className="print-colours absolute inset-0">
            <rect
              width="100%"
              height="100%"
              fill={paintOf(item.fill, id)}
              className="stroke-paper"
              strokeWidth={2}
            />
          </svg>
          {tile.width > 44 && tile.height > 26 && (
            <span className="absolute top-1 left-1 max-w-[calc(100%-0.5rem)] truncate bg-paper px-1.5 leading-5">
              {item.name}
            </span>
          )}
        </div>
      ))}
    </>
  );
}
