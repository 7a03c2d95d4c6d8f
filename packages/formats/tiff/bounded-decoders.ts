import { addDecoder, BaseDecoder, getDecoder, type ImageFileDirectory } from 'geotiff';

/** Parameters of a decoder, with the number of bytes that one strip or tile may unpack to. */
interface Parameters {
  tileWidth: number;
  tileHeight: number;
  planarConfiguration: number;
  bitsPerSample: ArrayLike<number>;
  predictor: number;
  maxBytes: number;
}

async function parametersOf(directory: ImageFileDirectory): Promise<Parameters> {
  const isTiled = !directory.hasTag('StripOffsets');
  const [width, height] = [
    Number(directory.getValue('ImageWidth')),
    Number(directory.getValue('ImageLength')),
  ];
  const rows = Number((await directory.loadValue('RowsPerStrip')) ?? height);
  const tileWidth = isTiled ? Number(await directory.loadValue('TileWidth')) : width;
  const tileHeight = isTiled ? Number(await directory.loadValue('TileLength')) : Math.min(rows, height);
  const bitsPerSample = Array.from((await directory.loadValue('BitsPerSample')) ?? [8], Number);
  const bits = bitsPerSample.reduce((sum, one) => sum + one, 0);
  return {
    tileWidth,
    tileHeight,
    bitsPerSample,
    planarConfiguration: Number((await directory.loadValue('PlanarConfiguration')) ?? 1),
    predictor: Number((await directory.loadValue('Predictor')) ?? 1),
    maxBytes: Math.ceil((tileWidth * bits) / 8) * tileHeight,
  };
}

/**
 * Replaces the decoders of the library, which unpack a strip however long it becomes. These stop at the size that the
 * image states. Other compressions are refused by `readTiff`.
 */
export function boundDecoders(): void {
  const add = (ids: number[], unpack: (packed: Uint8Array<ArrayBuffer>, maxBytes: number) => Unpacked) => {
    class Decoder extends BaseDecoder {
      override async decodeBlock(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
        const { maxBytes } = this.parameters as unknown as Parameters;
        return unpack(new Uint8Array(buffer as ArrayBuffer), maxBytes);
      }
    }
    addDecoder(ids, async () => Decoder, parametersOf as never);
  };
  add([5], (packed, maxBytes) => unpackLzw(packed, maxBytes).buffer);
  add([8, 32946], inflate);
  add([32773], (packed, maxBytes) => unpackBits(packed, maxBytes).buffer);
}

/** Of the library. Asked for once, before it is replaced. */
let libraryJpeg: Promise<typeof BaseDecoder> | undefined;

/**
 * The library decodes JPEG, and loads that code when it is called. It allocates what a frame claims, so frames that are larger
 * than their tile are refused.
 */
export function boundJpeg(): void {
  libraryJpeg ??= getDecoder(7, {} as never).then((decoder) => decoder.constructor as typeof BaseDecoder);
  const loaded = libraryJpeg;
  const load = async () => {
    const Jpeg = await loaded;
    return class extends Jpeg {
      override decodeBlock(buffer: ArrayBufferLike) {
        requireFramesWithin(new Uint8Array(buffer), this.parameters);
        return super.decodeBlock(buffer);
      }
    };
  };
  const parameters = async (directory: ImageFileDirectory) => {
    const common = await parametersOf(directory);
    // Tables that several tiles share.
    const tables = await directory.loadValue('JPEGTables');
    if (tables)
      requireFramesWithin(Uint8Array.from(tables as ArrayLike<number>), { tileWidth: 0, tileHeight: 0 });
    return { ...common, JPEGTables: tables };
  };
  addDecoder([7], load, parameters as never);
}

/** Within image data, a byte 255 is followed by 0 or a restart marker, so this finds every frame, and nothing else. */
export function requireFramesWithin(
  bytes: Uint8Array,
  { tileWidth, tileHeight }: { tileWidth: number; tileHeight: number },
): void {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker < 0xc0 || marker > 0xc2) continue;
    const number = (place: number) => ((bytes[at + place] ?? 0) << 8) | (bytes[at + place + 1] ?? 0);
    if (number(5) > tileHeight || number(7) > tileWidth || (bytes[at + 9] ?? 0) > 4)
      throw new Error('The JPEG frame is larger than its tile.');
  }
}

type Unpacked = ArrayBufferLike | Promise<ArrayBufferLike>;

async function inflate(packed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<ArrayBuffer> {
  const unpacked = new Uint8Array(maxBytes);
  let length = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      unpacked.set(read.value.subarray(0, maxBytes - length), length);
      length += read.value.length;
      if (length < maxBytes) continue;
      void reader.cancel().catch(() => {});
      break;
    }
  } catch (error) {
    // Bytes after the end of the compressed data are an error of the stream, but not of the image.
    if (length === 0) throw error;
  }
  return unpacked.buffer;
}

/** TIFF 6.0, section 9. */
export function unpackBits(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const unpacked = new Uint8Array(maxBytes);
  let length = 0;
  for (let at = 0; at < packed.length && length < maxBytes; ) {
    const header = ((packed[at++] ?? 0) << 24) >> 24;
    if (header === -128) continue;
    if (header < 0) {
      const end = Math.min(maxBytes, length + 1 - header);
      unpacked.fill(packed[at++] ?? 0, length, end);
      length = end;
    } else {
      const bytes = packed.subarray(at, Math.min(at + header + 1, at + maxBytes - length));
      unpacked.set(bytes, length);
      length += bytes.length;
      at += header + 1;
    }
  }
  return unpacked;
}

const CLEAR = 256;
const END = 257;

/** TIFF 6.0, section 13: codes of 9 to 12 bits, most significant bit first. */
export function unpackLzw(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const unpacked = new Uint8Array(maxBytes);
  // Each entry of the table is a place in the output, where its bytes stand already.
  const starts = new Uint32Array(4096);
  const lengths = new Uint32Array(4096);
  let [next, width, length] = [258, 9, 0];
  let [held, heldBits, at] = [0, 0, 0];
  let [lastStart, lastLength] = [0, 0];
  while (length < maxBytes) {
    while (heldBits < width && at < packed.length) {
      held = ((held << 8) | (packed[at++] ?? 0)) & 0xffffff;
      heldBits += 8;
    }
    if (heldBits < width) break;
    heldBits -= width;
    const code = (held >> heldBits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, lastLength] = [258, 9, 0];
      continue;
    }
    if (code > next || (code === next && lastLength === 0)) throw new Error('The LZW data is damaged.');
    const start = length;
    if (code < 256) unpacked[length++] = code;
    else {
      const from = code === next ? lastStart : (starts[code] ?? 0);
      const count = code === next ? lastLength + 1 : (lengths[code] ?? 0);
      // Byte by byte, because the last entry overlaps the place that it is written to.
      for (let index = 0; index < count && length < maxBytes; index++) {
        unpacked[length++] = unpacked[from + index] ?? 0;
      }
    }
    if (lastLength > 0 && next < 4096) {
      starts[next] = lastStart;
      lengths[next] = lastLength + 1;
      next++;
    }
    [lastStart, lastLength] = [start, length - start];
    if (next >= (1 << width) - 1 && width < 12) width++;
  }
  return unpacked;
}
