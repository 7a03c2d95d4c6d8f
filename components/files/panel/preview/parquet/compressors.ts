import { decompress as decompressZstd } from 'fzstd';
import { type CompressionCodec, type Compressors, snappyUncompress } from 'hyparquet';
// The index of this package compiles WebAssembly, which the Content Security Policy does not allow.
import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';
import { gunzip } from 'hyparquet-compressors/src/gzip.js';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';
import { UnreadableFileError } from '../worker/unreadable-file-error.ts';

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

export const compressors: Compressors = {
  SNAPPY: bounded((input, length) => {
    const output = new Uint8Array(length);
    snappyUncompress(input, output);
    return output;
  }),
  GZIP: bounded((input, length) => gunzip(input, new Uint8Array(length))),
  BROTLI: bounded(decompressBrotli),
  ZSTD: bounded((input, length) => decompressZstd(input, new Uint8Array(length))),
  LZ4: bounded(decompressLz4),
  LZ4_RAW: bounded(decompressLz4Raw),
};

export const isReadable = (codec: CompressionCodec) =>
  codec === 'UNCOMPRESSED' || Object.hasOwn(compressors, codec);
