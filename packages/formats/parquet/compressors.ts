import { type CompressionCodec, type Compressors, snappyUncompress } from 'hyparquet';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

/** Writers make pages of about one megabyte. A page that claims more than this is refused before it is unpacked. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;

/** Rejects a page that claims too much, and never writes more than the page claims. */
const bounded =
  (decompress: Decompress): Decompress =>
  (input, outputLength) => {
    if (!(outputLength >= 0 && outputLength <= MAX_PAGE_BYTES)) {
      throw new UnreadableFileError('A page of the Parquet file is too large for a preview.');
    }
    return decompress(input, outputLength);
  };

type Loader = () => Promise<Decompress>;

// The index of hyparquet-compressors compiles WebAssembly, which the Content Security Policy does not allow.
const LOADERS: Readonly<Partial<Record<CompressionCodec, Loader>>> = {
  SNAPPY: async () => (input, length) => {
    const output = new Uint8Array(length);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: async () => {
    const { gunzip } = await import('hyparquet-compressors/src/gzip.js');
    return (input, length) => gunzip(input, new Uint8Array(length));
  },
  BROTLI: async () => (await import('hyparquet-compressors/src/brotli.js')).decompressBrotli,
  ZSTD: async () => {
    const { decompress } = await import('fzstd');
    return (input, length) => decompress(input, new Uint8Array(length));
  },
  LZ4: async () => (await import('hyparquet-compressors/src/lz4.js')).decompressLz4,
  LZ4_RAW: async () => (await import('hyparquet-compressors/src/lz4.js')).decompressLz4Raw,
};

export const isReadable = (codec: CompressionCodec) =>
  codec === 'UNCOMPRESSED' || Object.hasOwn(LOADERS, codec);

/** Loads what unpacks the pages of a file, and no other. */
export async function loadCompressors(codecs: Iterable<CompressionCodec>): Promise<Compressors> {
  const loaded: Compressors = {};
  for (const codec of new Set(codecs)) {
    const load = LOADERS[codec];
    if (load) loaded[codec] = bounded(await load());
  }
  return loaded;
}
