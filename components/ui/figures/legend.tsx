import { useId } from 'react';
import { type Fill, paintOf, TextureDefs } from './fills.tsx';

/** Names of the fills of a chart. */
export function Legend({ items }: { items: readonly { name: string; fill: Fill }[] }) {
  const id = useId();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {items.map(({ name, fill }) => (
        <li key={name} className="flex items-center gap-2">
          <svg aria-hidden width={12} height={12} className="print-colours">
            <TextureDefs fills={[fill]} id={id} />
            <rect
              x={0.5}
              y={0.5}
              width={11}
              height={11}
              fill={paintOf(fill, id)}
              stroke={fill === 'solid' || fill === 'bar' ? 'none' : 'var(--texture)'}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
