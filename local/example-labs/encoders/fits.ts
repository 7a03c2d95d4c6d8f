import type { Bytes } from './zip.ts';

/** A card: its name, and its value as FITS writes it, e.g. `'K'` with quotes. */
export type FitsCard = readonly [name: string, value: string];

const [CARD, BLOCK] = [80, 2_880];

/** One unit of a FITS file: a header, and data that are filled up with zeros (FITS 4.0). */
export function encodeFitsUnit(cards: readonly FitsCard[], data: Uint8Array = new Uint8Array(0)): Bytes {
  const lines = cards.map(([name, value]) => `${name.padEnd(8)}= ${value}`.padEnd(CARD));
  const header = [...lines, 'END'.padEnd(CARD)].join('');
  const filled = (length: number) => BLOCK * Math.ceil(length / BLOCK);
  const unit = Buffer.alloc(filled(header.length) + filled(data.length));
  unit.fill(' ', 0, filled(header.length));
  unit.write(header, 0, 'latin1');
  unit.set(data, filled(header.length));
  return Uint8Array.from(unit);
}
