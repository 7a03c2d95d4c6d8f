import { CheckedGunzip } from './checked-gunzip.ts';
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
  readonly #gunzip: CheckedGunzip | null;
  #packed = new Uint8Array(0);
  #unpacked: Uint8Array[] = [];
  #isDamaged = false;
  #step = LEAST_STEP;
  #rest = new Uint8Array(0);

  constructor(body: Blob, isGzip: boolean) {
    this.#reader = (body.stream() as ReadableStream<Uint8Array>).getReader();
    this.#gunzip = isGzip ? new CheckedGunzip(body) : null;
  }

  /** Whether bytes that are no gzip follow what was unpacked. */
  get isFollowed(): boolean {
    return this.#gunzip?.isFollowed ?? false;
  }

  /** The next bytes: fewer than `length` if the file ends before. Rejects with `UnreadableFileError` if it is damaged before. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const result = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      if (this.#rest.length === 0) {
        const value = await this.next();
        if (value === null) break;
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, length - at);
      result.set(part, at);
      at += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return result.subarray(0, at);
  }

  /** The next bytes that are here, also before damage, or `null` at the end. Not to be mixed with `read`. */
  async next(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#gunzip === null) {
      const { value } = await this.#reader.read();
      return value === undefined ? null : new Uint8Array(value);
    }
    while (this.#unpacked.length === 0 && !this.#gunzip.isDone && !this.#isDamaged)
      await this.#unpackMore(this.#gunzip);
    const value = this.#unpacked.shift();
    if (value === undefined && this.#isDamaged)
      throw new UnreadableFileError('The compressed content is damaged or incomplete.');
    return value === undefined ? null : new Uint8Array(value);
  }

  async #unpackMore(gunzip: CheckedGunzip): Promise<void> {
    while (this.#packed.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.#packed = new Uint8Array(value);
    }
    const part = this.#packed.subarray(0, this.#step);
    this.#packed = this.#packed.subarray(part.length);
    await gunzip.push(part).catch(() => {
      this.#isDamaged = true;
    });
    this.#unpacked = gunzip.take();
    const unpacked = this.#unpacked.reduce((sum, { length }) => sum + length, 0);
    this.#step = unpacked < MOST_RATIO * part.length ? Math.min(MOST_STEP, 2 * this.#step) : LEAST_STEP;
  }

  cancel(): void {
    void this.#reader.cancel().catch(() => {});
  }
}
