import { BoundedReader } from '../source/bounded-reader.ts';

/**
 * The beginning of compressed bytes, up to `maxBytes`. Damaged or cut streams give what could be unpacked before the damage.
 */
export async function unpackedStart(
  packed: Blob,
  format: CompressionFormat,
  maxBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let isWhole = false;
  try {
    const reader = readerOf(packed, format);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isWhole = true;
        break;
      }
      chunks.push(value);
      length += value.length;
      if (length < maxBytes) continue;
      reader.cancel();
      break;
    }
  } catch {
    // Damaged: what came before is kept.
  }
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return { bytes: bytes.subarray(0, maxBytes), isWhole: isWhole && length <= maxBytes };
}

function readerOf(packed: Blob, format: CompressionFormat) {
  if (format === 'gzip') {
    const parts = new BoundedReader(packed, true);
    const read = async () => {
      const value = await parts.next();
      return value === null ? { done: true as const, value: undefined } : { done: false as const, value };
    };
    return { read, cancel: () => parts.cancel() };
  }
  const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
  return { read: () => reader.read(), cancel: () => void reader.cancel().catch(() => {}) };
}
