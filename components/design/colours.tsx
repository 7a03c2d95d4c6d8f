import type { CSSProperties } from 'react';

const neutral = [
  'paper',
  'sheet',
  'wash',
  'press',
  'line',
  'edge',
  'ink3',
  'ink2',
  'ink',
  'solid',
  'warn',
  'good',
  'bad',
];
const accents = ['acc', 'bar', 'texture', 'tint', 'veil'];
const hues = Array.from({ length: 24 }, (_, index) => index * 15);

export function Colours() {
  return (
    <div className="flex flex-col gap-8">
      <ul className="grid grid-cols-3 gap-x-4 gap-y-6 sm:grid-cols-7">
        {neutral.map((name) => (
          <li key={name} className="text-sm">
            <Swatch name={name} className="h-16" />
            {name}
          </li>
        ))}
      </ul>
      <ul className="grid grid-cols-4 gap-x-3 gap-y-6 sm:grid-cols-8 lg:grid-cols-12">
        {hues.map((hue) => (
          <li key={hue} className="lab-hue text-sm" style={{ '--h': hue } as CSSProperties}>
            {accents.map((name) => (
              <Swatch key={name} name={name} className="h-6" />
            ))}
            <span className="text-acc">{hue}°</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink2">The accents of labs, from above: {accents.join(', ')}.</p>
    </div>
  );
}

function Swatch({ name, className }: { name: string; className: string }) {
  return <div className={`border border-line ${className}`} style={{ background: `var(--${name})` }} />;
}
