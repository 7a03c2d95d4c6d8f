import { FlateErrorCode, Gunzip } from 'fflate';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** Packed bytes that are unpacked at once: few, as long as they become many. */
const [LEAST_STEP, MOST_STEP] = [1024, 32 * 1024];
const MOST_RATIO = 16;

/**
 * Reads the bytes of a stream as they are needed, so that no more is unpacked than is asked for. A gzip file may have many parts, one
 * after another: bgzip writes one for each 64 kB, as tabix and samtools need it. `DecompressionStream` of browsers refuses those.
 */
export class BoundedReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #gunzip: Gunzip | null;
  #packed = new Uint8Array(0);
  #isPackedDone = false;
  readonly #unpacked: Uint8Array[] = [];
  #unpackedBytes = 0;
  /** Where the last part begins among the unpacked bytes. */
  #partStart = 0;
  readonly #body: Blob;
  #step = LEAST_STEP;
  #rest = new Uint8Array(0);

  constructor(body: Blob, isGzip: boolean) {
    this.#body = body;
    this.#reader = (body.stream() as ReadableStream<Uint8Array>).getReader();
    this.#gunzip = isGzip
      ? new Gunzip((part) => {
          if (part.length === 0) return;
          this.#unpacked.push(part);
          this.#unpackedBytes += part.length;
        })
      : null;
    if (this.#gunzip)
      this.#gunzip.onmember = () => {
        this.#partStart = this.#unpackedBytes;
      };
  }

  /** The next bytes: fewer than `length` if the file ends before. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const result = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#next();
        if (done) break;
        this.#rest = new Uint8Array(value);
      }
      const part = this.#rest.subarray(0, length - at);
      result.set(part, at);
      at += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return result.subarray(0, at);
  }

  async #next(): Promise<{ done: boolean; value: Uint8Array }> {
    if (this.#gunzip === null) {
      const { value } = await this.#reader.read();
      return { done: value === undefined, value: value ?? new Uint8Array(0) };
    }
    while (this.#unpacked.length === 0 && !this.#isPackedDone) await this.#unpackMore(this.#gunzip);
    const value = this.#unpacked.shift();
    return { done: value === undefined, value: value ?? new Uint8Array(0) };
  }

  async #unpackMore(gunzip: Gunzip): Promise<void> {
    if (this.#packed.length === 0) {
      const { done, value } = await this.#reader.read();
      this.#isPackedDone = done;
      this.#packed = new Uint8Array(value ?? []);
    }
    const part = this.#packed.subarray(0, this.#step);
    this.#packed = this.#packed.subarray(part.length);
    const before = this.#unpackedBytes;
    try {
      gunzip.push(part, this.#isPackedDone);
      if (this.#isPackedDone) await this.#requireEnd();
      const isFew = this.#unpackedBytes - before < MOST_RATIO * part.length;
      this.#step = isFew ? Math.min(MOST_STEP, 2 * this.#step) : LEAST_STEP;
    } catch (error) {
      // What follows the last part and is none is left out, as gzip does.
      if (this.#unpackedBytes === 0 || !isNoGzip(error))
        throw new UnreadableFileError('The compressed content is damaged or incomplete.');
      this.#isPackedDone = true;
    }
  }

  /** A file that is cut between two parts, or within the length that ends a part (RFC 1952, 2.3.1), is no error to the library. */
  async #requireEnd(): Promise<void> {
    const end = new DataView(await this.#body.slice(-4).arrayBuffer());
    const length = (this.#unpackedBytes - this.#partStart) % 2 ** 32;
    if (end.byteLength < 4 || end.getUint32(0, true) !== length) throw new RangeError('Incomplete');
  }

  cancel(): void {
    void this.#reader.cancel().catch(() => {});
  }
}

const isNoGzip = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === FlateErrorCode.InvalidHeader;
