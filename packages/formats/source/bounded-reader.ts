import { UnreadableFileError } from './unreadable-file-error.ts';

/** Reads the bytes of a stream as they are needed, so that no more is unpacked than is asked for. */
export class BoundedReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest = new Uint8Array(0);

  constructor(body: Blob, isGzip: boolean) {
    const stream: ReadableStream<Uint8Array> = body.stream();
    // The types of the two streams differ in the kind of their buffers only.
    const unpacked = isGzip ? stream.pipeThrough(new DecompressionStream('gzip') as never) : stream;
    this.#reader = (unpacked as ReadableStream<Uint8Array>).getReader();
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

  async #next() {
    try {
      return await this.#reader.read();
    } catch {
      throw new UnreadableFileError('The compressed content is damaged or incomplete.');
    }
  }

  cancel(): void {
    void this.#reader.cancel().catch(() => {});
  }
}
