import { ChunkHashes } from './chunk-hashes.ts';
import { ObjectFileWriter, openObjectFile } from './object-file.ts';
import type { JoinedObject } from './object-storage.ts';

/** Bytes per read. */
const readLength = 1024 * 1024;

/** Objects that are written ahead at the same time. Each has a file open, and the bytes of its parts a second time on the disk. */
const MOST_AHEAD = 8;
/** With more parts than these, nothing new is begun: an upload whose parts come slowly would be written again and again. */
const MOST_BEHIND = 4;
/** After so long without a new part, what was written ahead is thrown away. */
const IDLE_MS = 60_000;

/** The first parts of an object, written one after the other into what becomes its file. One call at a time; at last `end` or `discard`. */
export class JoiningFile {
  readonly #writer: ObjectFileWriter;
  readonly #chunks = new ChunkHashes();
  /** SHA-256 of the parts in it, by their paths. */
  readonly #appended = new Map<string, string>();

  private constructor(writer: ObjectFileWriter) {
    this.#writer = writer;
  }

  /** @param directory for files that are not complete */
  static async open(directory: string): Promise<JoiningFile> {
    return new JoiningFile(await ObjectFileWriter.open(directory, { takesChunks: true }));
  }

  get path(): string {
    return this.#writer.path;
  }

  /** Number of parts in it. */
  get count(): number {
    return this.#appended.size;
  }

  /** @returns whether there was a part at this path */
  async append(path: string): Promise<boolean> {
    const part = await openObjectFile(path);
    if (part === null) return false;
    const { contentLength, sha256 } = part.info;
    // Closes the file at its end, and when this loop stops.
    const bytes = part.file.createReadStream({ start: 0, end: contentLength - 1, highWaterMark: readLength });
    for await (const chunk of bytes) {
      this.#chunks.update(chunk);
      await this.#writer.write(chunk);
    }
    this.#appended.set(path, sha256);
    return true;
  }

  /** Whether all parts in it are still those of the upload: a part may be sent again. */
  async isCurrent(): Promise<boolean> {
    for (const [path, sha256] of this.#appended) {
      const part = await openObjectFile(path);
      await part?.file.close();
      if (part?.info.sha256 !== sha256) return false;
    }
    return true;
  }

  async end(contentType: string): Promise<JoinedObject> {
    return { ...(await this.#writer.end(contentType)), chunks: this.#chunks.list() };
  }

  discard(): Promise<void> {
    return this.#writer.discard();
  }
}

interface Ahead {
  file: JoiningFile | null;
  work: Promise<void>;
  timer: NodeJS.Timeout;
}

/** The parts of an object that have arrived, by number. */
type PartsOf = (name: string) => Promise<readonly { number: number; path: string }[]>;

// [Note: joining ahead] An object is written while its parts arrive, so that the end of an upload waits for the last ones alone. The parts stay
// until the object has its name, so what was written ahead may be thrown away at any time: the parts are joined from the first one then. So
// it is not kept over a restart, and each process that shares the directory has its own.

/** Objects that are being written while their parts arrive. */
export class JoinsAhead {
  readonly #temporary: string;
  readonly #partsOf: PartsOf;
  readonly #byName = new Map<string, Ahead>();

  constructor(temporary: string, partsOf: PartsOf) {
    this.#temporary = temporary;
    this.#partsOf = partsOf;
  }

  /** Appends the parts that follow those in the file, and returns before it is done. Its failures cost time alone. */
  follow(name: string): void {
    const known = this.#byName.get(name);
    if (!known && this.#byName.size >= MOST_AHEAD) return;
    const ahead = known ?? this.#begin(name);
    ahead.timer.refresh();
    ahead.work = ahead.work
      .then(() => this.#append(name, ahead))
      .catch(async () => {
        await ahead.file?.discard();
        ahead.file = null;
        this.#forget(name, ahead);
      });
  }

  /** What was written ahead, which is the caller's from now on; `null` if there is nothing, or a part in it was sent again. */
  async take(name: string): Promise<JoiningFile | null> {
    const ahead = this.#byName.get(name);
    if (!ahead) return null;
    this.#forget(name, ahead);
    await ahead.work;
    const { file } = ahead;
    if (file === null || (await file.isCurrent().catch(() => false))) return file;
    await file.discard();
    return null;
  }

  #begin(name: string): Ahead {
    const giveUp = () => void this.take(name).then((file) => file?.discard());
    const timer = setTimeout(giveUp, IDLE_MS).unref();
    const ahead = { file: null, work: Promise.resolve(), timer };
    this.#byName.set(name, ahead);
    return ahead;
  }

  async #append(name: string, ahead: Ahead): Promise<void> {
    // Taken while it waited.
    while (this.#byName.get(name) === ahead) {
      const parts = await this.#partsOf(name);
      if (!ahead.file && parts.length > MOST_BEHIND) return this.#forget(name, ahead);
      const following = (ahead.file?.count ?? 0) + 1;
      const next = parts.find(({ number }) => number === following);
      if (!next) return;
      ahead.file ??= await JoiningFile.open(this.#temporary);
      await ahead.file.append(next.path);
      ahead.timer.refresh();
    }
  }

  #forget(name: string, ahead: Ahead): void {
    clearTimeout(ahead.timer);
    if (this.#byName.get(name) === ahead) this.#byName.delete(name);
  }
}
