import type { ModelOf } from '@labroom/formats/models';

type Drawing = NonNullable<ModelOf<'sdf'>['molecules'][number]['drawing']>;
type Shape = Drawing['shapes'][number];

/** Black follows the theme; other colours come nearer to the text, so that they are readable in both themes. */
const inkOf = (color: string) =>
  color === '0,0,0' ? 'var(--ink)' : `color-mix(in oklch, rgb(${color}) 60%, var(--ink))`;

/** The structural formula of a molecule. */
export function MoleculeDrawing({
  drawing,
  label,
  scale,
}: {
  drawing: Drawing;
  label: string;
  scale: number;
}) {
  const [x, y, width, height] = drawing.viewBox;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${x} ${y} ${width} ${height}`}
      // Bonds have the same length in all drawings, unless a molecule is wider than its place.
      style={{ width: `${width * scale}px` }}
      className="mx-auto max-h-full max-w-full"
    >
      {drawing.shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the drawing does not change
        <DrawnShape key={index} shape={shape} />
      ))}
    </svg>
  );
}

function DrawnShape({ shape }: { shape: Shape }) {
  const ink = inkOf(shape.color);
  switch (shape.kind) {
    case 'line': {
      const [x1, y1, x2, y2] = shape.points;
      return (
        <line x1={x1} y1={y1} x2={x2} y2={y2} stroke={ink} strokeWidth={shape.width} strokeLinecap="round" />
      );
    }
    case 'polygon':
      return <polygon points={shape.points} fill={ink} stroke={ink} strokeLinejoin="round" />;
    case 'circle':
      return <circle cx={shape.x} cy={shape.y} r={shape.radius} fill={ink} />;
    case 'text':
      return (
        <text
          x={shape.x}
          y={shape.y}
          fontSize={shape.size}
          fill={ink}
          fontFamily="Arial, Helvetica, sans-serif"
        >
          {shape.text}
        </text>
      );
  }
}
