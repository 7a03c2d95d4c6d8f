/** Weight of an occurrence in a text. */
export const WEIGHT_OF_WORD = 4;
/** Weights of one occurrence in the classes D, C, B, A of a `tsvector`: compounds, texts, descriptions, titles. */
const CLASSES = [1, WEIGHT_OF_WORD, 2 * WEIGHT_OF_WORD, 4 * WEIGHT_OF_WORD];

/**
 * Reads the stems of a `tsvector` in the format of `tsvectorsend`: the number of stems, then each with a zero byte, the
 * number of its positions and the positions, whose two highest bits are the class. The weight of a stem is the sum of the
 * weights of its occurrences.
 */
export function readStems(bytes: Buffer, read: (stem: string, weight: number) => void): void {
  let at = 4;
  for (let left = bytes.readUInt32BE(0); left > 0; left -= 1) {
    const end = bytes.indexOf(0, at);
    const stem = bytes.toString('utf8', at, end);
    const positions = bytes.readUInt16BE(end + 1);
    at = end + 3;
    let weight = 0;
    for (const stop = at + 2 * positions; at < stop; at += 2) weight += CLASSES[(bytes[at] ?? 0) >> 6] ?? 0;
    read(stem, weight);
  }
}
