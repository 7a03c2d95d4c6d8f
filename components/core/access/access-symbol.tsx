import { type AccessKind, accessSymbols } from '@labroom/marks/access-symbols';

/** Who can open a file, as a shape of 13 by 13 pixels in the colour of the text. A word stands beside it. */
export function AccessSymbol({ kind }: { kind: AccessKind }) {
  const { frame, isDashed, lines, pieces } = accessSymbols[kind];
  return (
    <svg
      aria-hidden
      width={13}
      height={13}
      viewBox="0 0 13 13"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.3}
      className="shrink-0"
    >
      <path d={frame} strokeDasharray={isDashed ? '2.3 1.5' : undefined} />
      {lines && <path d={lines} />}
      {pieces && <path d={pieces} fill="currentColor" stroke="none" />}
    </svg>
  );
}
