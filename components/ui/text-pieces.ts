/** Characters that a browser lays out together in a short time, however they are mixed. */
const PIECE = 4_000;
/** Of at most `PIECE` characters, up to a line end, a space, or where neither is near. */
const PIECES = /.{1,4000}(?:\n|$)|.{1,4000}\s|.{1,4000}/gsu;

/**
 * Pieces of a text that stand below each other, cut after a line or a word where there is one. The time in which a browser
 * lays out one line that changes its script or direction with each character grows with the square of its length. A text of
 * usual length is one piece.
 */
export function piecesOfText(text: string): string[] {
  if (text.length <= PIECE) return [text];
  // The end of a piece ends its last line; an empty line remains.
  return (text.match(PIECES) ?? []).map((piece) =>
    piece.endsWith('\n\n') ? piece : piece.replace(/\n$/, ''),
  );
}
