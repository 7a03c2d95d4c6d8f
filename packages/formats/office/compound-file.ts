import { UnreadableFileError } from '../source/unreadable-file-error.ts';

const MAGIC = 'd0cf11e0a1b11ae1';
const [END, FREE] = [0xfffffffe, 0xffffffff];
const MAX_ENTRIES = 100_000;
const ENTRY_BYTES = 128;
const STREAM = 2;

const damaged = () => new UnreadableFileError('The compound file is damaged.');

export const isCompoundFile = (bytes: Uint8Array): boolean =>
  bytes.length > 512 && hexOf(bytes.subarray(0, 8)) === MAGIC;

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The first stream with one of the names in a compound file, as Office wrote until 2007 (MS-CFB); `null` if it has none. No chain of
 * sectors is followed further than the file has sectors.
 */
export function streamIn(bytes: Uint8Array, names: readonly string[]): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32 = (at: number) => (at >= 0 && at + 4 <= bytes.length ? view.getUint32(at, true) : END);
  const sectorBytes = 1 << view.getUint16(30, true);
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw damaged();
  const sectors = Math.ceil(bytes.length / sectorBytes);
  const placeOf = (sector: number) => (sector + 1) * sectorBytes;

  /** The sectors of a chain, in their order. */
  const chainOf = (first: number, next: (sector: number) => number): number[] => {
    const chain: number[] = [];
    for (let sector = first; sector < END; sector = next(sector)) {
      chain.push(sector);
      if (chain.length > MAX_ENTRIES * 8 || chain.length > bytes.length / 64) throw damaged();
    }
    return chain;
  };
  const tables = tableSectors(u32, { sectorBytes, placeOf, sectors });
  const perSector = sectorBytes / 4;
  const next = (sector: number) => {
    const table = tables[Math.floor(sector / perSector)];
    return table === undefined ? END : u32(placeOf(table) + 4 * (sector % perSector));
  };
  const join = (
    chain: readonly number[],
    size: number,
    unit: number,
    partAt: (sector: number) => Uint8Array,
  ) => {
    if (size > chain.length * unit) throw damaged();
    const all = new Uint8Array(chain.length * unit);
    for (const [index, sector] of chain.entries()) all.set(partAt(sector), index * unit);
    return all.subarray(0, size);
  };
  const largePart = (sector: number) => bytes.subarray(placeOf(sector), placeOf(sector) + sectorBytes);
  const directoryChain = chainOf(u32(48), next);
  const directory = join(directoryChain, directoryChain.length * sectorBytes, sectorBytes, largePart);
  const entries = entriesOf(directory);
  const root = entries[0];
  const found = names
    .map((name) => entries.find((entry) => entry.type === STREAM && entry.name === name))
    .find(Boolean);
  if (!root || !found) return null;
  if (found.size >= u32(56)) return join(chainOf(found.start, next), found.size, sectorBytes, largePart);
  const small = join(chainOf(root.start, next), root.size, sectorBytes, largePart);
  const smallTables = chainOf(u32(60), next);
  const nextSmall = (sector: number) => {
    const table = smallTables[Math.floor(sector / perSector)];
    return table === undefined ? END : u32(placeOf(table) + 4 * (sector % perSector));
  };
  return join(chainOf(found.start, nextSmall), found.size, 64, (sector) =>
    small.subarray(sector * 64, sector * 64 + 64),
  );
}

interface Places {
  sectorBytes: number;
  placeOf: (sector: number) => number;
  sectors: number;
}

/** The sectors that tell which sector follows which: 109 in the header, the others in a list of their own. */
function tableSectors(u32: (at: number) => number, { sectorBytes, placeOf, sectors }: Places): number[] {
  const tables = Array.from({ length: 109 }, (_, index) => u32(76 + 4 * index));
  let list = u32(68);
  for (let count = 0; list < END && count <= sectors; count++) {
    for (let index = 0; index < sectorBytes / 4 - 1; index++) tables.push(u32(placeOf(list) + 4 * index));
    list = u32(placeOf(list) + sectorBytes - 4);
  }
  return tables.filter((sector) => sector !== FREE);
}

function entriesOf(directory: Uint8Array) {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const count = Math.min(MAX_ENTRIES, Math.floor(directory.length / ENTRY_BYTES));
  return Array.from({ length: count }, (_, index) => {
    const at = index * ENTRY_BYTES;
    const length = Math.max(0, Math.min(view.getUint16(at + 64, true), 64) - 2);
    return {
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + length)),
      type: view.getUint8(at + 66),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    };
  });
}
