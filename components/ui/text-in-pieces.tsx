import { piecesOfText } from './text-pieces.ts';

/** Text of others in a block, in pieces below each other if it is long. */
export function TextInPieces({ text }: { text: string }) {
  const pieces = piecesOfText(text);
  if (pieces.length === 1) return text;
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
    <span key={index} className="block">
      {piece}
    </span>
  ));
}
