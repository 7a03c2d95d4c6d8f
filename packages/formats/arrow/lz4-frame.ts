const MAGIC = 0x184d2204;

/** Unpacks an LZ4 frame, whose blocks may refer to earlier ones, to as many bytes as it has when it is unpacked. */
export function unpackLz4Frame(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new Error('This is not an LZ4 frame');
  const flags = view.getUint8(4);
  const [hasChecksums, hasSize, hasDictionary] = [flags & 0x10, flags & 0x08, flags & 0x01];
  let at = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  const output = new Uint8Array(length);
  let filled = 0;
  for (;;) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) break;
    const block = bytes.subarray(at, at + (size & 0x7fffffff));
    if (size & 0x80000000) {
      output.set(block, filled);
      filled += block.length;
    } else filled = unpackBlock(block, output, filled);
    at += block.length + (hasChecksums ? 4 : 0);
  }
  if (filled !== length) throw new Error('An LZ4 frame has another length');
  return output;
}

/** Returns where the output ends. Nothing is written beyond its room. */
function unpackBlock(bytes: Uint8Array, output: Uint8Array, start: number): number {
  let [from, to] = [0, start];
  const lengthOf = (nibble: number) => {
    let length = nibble;
    if (nibble === 15) {
      let more: number;
      do {
        more = bytes[from++] ?? 0;
        length += more;
      } while (more === 255);
    }
    return length;
  };
  while (from < bytes.length) {
    const token = bytes[from++] ?? 0;
    const literals = lengthOf(token >> 4);
    output.set(bytes.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    if (from >= bytes.length) break;
    const offset = (bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8);
    from += 2;
    const length = lengthOf(token & 15) + 4;
    if (offset === 0 || offset > to || to + length > output.length)
      throw new Error('An LZ4 block is damaged');
    for (let index = 0; index < length; index++) output[to + index] = output[to + index - offset] ?? 0;
    to += length;
  }
  return to;
}
