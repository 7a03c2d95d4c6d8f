/** A tsvector as `tsvectorsend` writes it: stems with the classes of their occurrences, e.g. `{ kelp: 'AC' }`. */
export function tsvector(stems: Record<string, string>): Buffer {
  const parts = Object.entries(stems).map(([stem, classes]) => {
    const positions = [...classes].map((one, at) => ('DCBA'.indexOf(one) << 14) | (at + 1));
    const bytes = Buffer.alloc(2 + 2 * positions.length);
    bytes.writeUInt16BE(positions.length);
    positions.forEach((position, at) => {
      bytes.writeUInt16BE(position, 2 + 2 * at);
    });
    return Buffer.concat([Buffer.from(`${stem}\0`), bytes]);
  });
  const head = Buffer.alloc(4);
  head.writeUInt32BE(parts.length);
  return Buffer.concat([head, ...parts]);
}
