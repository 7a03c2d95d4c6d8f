import { CompressionType, getCompressionCodec, Type } from '@uwdata/flechette';
import { damaged, type Message } from './messages.ts';
import { MAX_TEXT_BYTES, requireOrder, requireShortViews } from './sound-values.ts';

const [NARROW, WIDE] = [
  new Set<number>([Type.Utf8, Type.Binary]),
  new Set<number>([Type.LargeUtf8, Type.LargeBinary]),
];
const VIEWS = new Set<number>([Type.Utf8View, Type.BinaryView]);

/** Refuses dictionaries that claim more text than the file has. All their values are read at once, so this comes before. */
export function requireDictionaries(
  messages: readonly Message[],
  parts: readonly Uint8Array[],
  types: ReadonlyMap<number, number>,
): void {
  for (const [index, { dictionary, start }] of messages.entries()) {
    const part = parts[index];
    if (!dictionary || !part) continue;
    const type = types.get(dictionary.id) ?? Type.NONE;
    if (!NARROW.has(type) && !WIDE.has(type) && !VIEWS.has(type)) continue;
    const stored = part.subarray(dictionary.start - start, dictionary.end - start);
    const bytes = Uint8Array.from(dictionary.isCompressed ? unpacked(stored) : stored);
    if (VIEWS.has(type)) requireShortViews(bytes, 0, dictionary.length);
    else if (bytes.length > 0) {
      const width = WIDE.has(type) ? 8 : 4;
      if (bytes.length < width * (dictionary.length + 1)) throw damaged('a dictionary is too short');
      const offsets = WIDE.has(type) ? new BigInt64Array(bytes.buffer) : new Int32Array(bytes.buffer);
      const [from, to] = requireOrder(offsets, 0, dictionary.length);
      if (to - from > MAX_TEXT_BYTES) throw damaged('a dictionary has very long texts');
    }
  }
}

/** Compressed bytes have their length before them, or -1 if they are as they are. */
function unpacked(stored: Uint8Array): Uint8Array {
  if (stored.length < 8) return stored;
  const length = Number(new DataView(stored.buffer, stored.byteOffset).getBigInt64(0, true));
  const bytes = stored.subarray(8);
  if (length === -1) return bytes;
  // A frame of Zstandard begins with 28 b5, one of LZ4 with 04 22.
  const type = bytes[0] === 0x28 ? CompressionType.ZSTD : CompressionType.LZ4_FRAME;
  return getCompressionCodec(type)?.decode(bytes, length) ?? bytes;
}
