import type { ReactNode } from 'react';

interface DiagramProps {
  /** What the picture shows, for those who do not see it. */
  description: string;
  height: number;
  children: ReactNode;
}

/** A drawing 360 units wide: its lettering is readable on a phone and no larger than a heading beside text. */
export function Diagram({ description, height, children }: DiagramProps) {
  return (
    <svg
      viewBox={`0 0 360 ${height}`}
      role="img"
      aria-label={description}
      className="w-full fill-ink font-sans text-[0.75rem]"
    >
      {children}
    </svg>
  );
}

interface LabelProps {
  x: number;
  y: number;
  children: ReactNode;
  anchor?: 'start' | 'middle' | 'end';
  quiet?: boolean;
}

export function Label({ x, y, children, anchor = 'start', quiet = false }: LabelProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} className={quiet ? 'fill-ink2' : 'font-medium'}>
      {children}
    </text>
  );
}

/** Textures of closed areas: hatched for the team, dotted for holders. `name` begins their ids. */
export function Textures({ name }: { name: string }) {
  return (
    <defs>
      <pattern
        id={`${name}-team`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0h1v6H0z" className="fill-edge" />
      </pattern>
      <pattern id={`${name}-holders`} width="7" height="7" patternUnits="userSpaceOnUse">
        <circle cx="3.5" cy="3.5" r="1.2" className="fill-edge" />
      </pattern>
    </defs>
  );
}
