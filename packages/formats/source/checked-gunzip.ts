import { FlateErrorCode, Gunzip } from 'fflate';
import { crc32 } from './crc32.ts';

/** The beginning of a part without content. Behind the last byte, it makes the library tell whether a part ended there. */
const NEXT_PART = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 3, 0);
const TRAILER = 8;
/** Bytes behind a part after which the library knows that no other part follows. */
const LEAST_HEADER = 4;
const MAX_ZEROS = 64 * 1024;

interface Part {
  checksum: number;
  length: number;
}

/**
 * Unpacks the parts of a gzip file. Each part that is unpacked whole is checked against the CRC-32 and the length that end it (RFC 1952,
 * 2.3.1), which the library does not read. It does not notice that a file is cut within them, either.
 */
export class CheckedGunzip {
  /** Whether no other part follows. */
  isDone = false;
  /** Whether bytes that are neither zero nor gzip follow the last part. */
  isFollowed = false;
  readonly #body: Blob;
  readonly #gunzip: Gunzip;
  #unpacked: Uint8Array[] = [];
  #unpackedBytes = 0;
  #pushed = 0;
  #part: Part = { checksum: 0, length: 0 };
  /** Parts that ended and were not checked yet, and where they ended. */
  #ended: (Part & { end: number })[] = [];

  constructor(body: Blob) {
    this.#body = body;
    this.#gunzip = new Gunzip((bytes) => this.#add(bytes));
    this.#gunzip.onmember = (end) => {
      this.#ended.push({ ...this.#part, end });
      this.#part = { checksum: 0, length: 0 };
    };
  }

  /** What was unpacked since the last call, also before the damage of a file. */
  take(): Uint8Array[] {
    const taken = this.#unpacked;
    this.#unpacked = [];
    return taken;
  }

  /** Unpacks the next bytes, or ends with none. Rejects with `RangeError` if a part is damaged or incomplete. */
  async push(packed: Uint8Array): Promise<void> {
    const start = this.#pushed;
    this.#pushed += packed.length;
    this.isDone = packed.length === 0;
    try {
      this.#gunzip.push(this.isDone ? NEXT_PART : packed);
      if (this.isDone && this.#ended.at(-1)?.end !== this.#pushed) throw new RangeError('Incomplete');
    } catch (error) {
      if (this.#unpackedBytes === 0 || !isNoGzip(error)) throw new RangeError('Damaged');
      // What follows the last part and is none is left out, as gzip does.
      await this.#endAfter(start - TRAILER - LEAST_HEADER);
    }
    await this.#requireSound();
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.isDone) return;
    this.#unpacked.push(bytes);
    this.#unpackedBytes += bytes.length;
    const { checksum, length } = this.#part;
    this.#part = { checksum: crc32(bytes, checksum), length: length + bytes.length };
  }

  /** Finds the end of the last part, which the library does not tell. */
  async #endAfter(position: number): Promise<void> {
    const start = Math.max(0, position);
    const bytes = await this.#viewOf(start, this.#pushed);
    for (let at = 0; at + TRAILER < bytes.byteLength; at++)
      if (isSound(this.#part, bytes, at)) {
        const end = start + at + TRAILER;
        const rest = new Uint8Array((await this.#viewOf(end, end + MAX_ZEROS)).buffer);
        if (this.isDone && rest.every((byte, index) => byte === NEXT_PART[index])) break;
        this.isFollowed = rest.some((byte) => byte !== 0);
        this.isDone = true;
        return;
      }
    throw new RangeError('Damaged');
  }

  async #requireSound(): Promise<void> {
    const parts = this.#ended;
    this.#ended = [];
    const start = Math.max(0, (parts[0]?.end ?? 0) - TRAILER);
    const bytes = await this.#viewOf(start, parts.at(-1)?.end ?? 0);
    for (const part of parts)
      if (!isSound(part, bytes, part.end - TRAILER - start)) throw new RangeError('Damaged');
  }

  async #viewOf(start: number, end: number): Promise<DataView<ArrayBuffer>> {
    return new DataView(await this.#body.slice(start, end).arrayBuffer());
  }
}

const isSound = ({ checksum, length }: Part, bytes: DataView, at: number) =>
  bytes.getUint32(at, true) === checksum && bytes.getUint32(at + 4, true) === length % 2 ** 32;

const isNoGzip = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === FlateErrorCode.InvalidHeader;
