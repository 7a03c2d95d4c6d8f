import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { LocalChainError } from './local-chain-error.ts';

const hex = z.string().regex(/^0x([0-9a-f]{2})+$/i);

/** Genesis of the chain. Replaying the records on it gives the same block hashes. */
const headerSchema = z.strictObject({
  format: z.literal('labroom-local-chain'),
  version: z.union([z.literal(1), z.literal(2)]),
  chainId: z.int(),
  hardfork: z.string(),
  /** Timestamp of block 0, in seconds. */
  genesisTime: z.int(),
});

const recordSchema = z.strictObject({
  /** Hash of the newest block before this record. Verifies the state on replay. */
  parent: hex,
  /** Timestamp of the blocks of this record, in seconds. */
  timestamp: z.int(),
  /** Signed transactions in order of arrival, accepted or rejected. */
  transactions: z.array(hex),
  /** Makes a block even without a transaction (`evm_mine`). */
  force: z.literal(true).optional(),
  /** Seconds by which the chain's clock moves relative to the wall clock; negative in the first record only. */
  skip: z.int().optional(),
});

type JournalHeader = z.infer<typeof headerSchema>;
export type JournalRecord = z.infer<typeof recordSchema>;

/**
 * The append-only file that persists the chain: one JSON object per line, synced to the disk before the chain applies it.
 * An incomplete last line after kill -9 was never applied and is dropped when the file is opened.
 */
export class Journal {
  readonly file: string;
  readonly header: JournalHeader;
  /** The existing records when the journal was opened. */
  readonly records: readonly JournalRecord[];
  readonly #handle: FileHandle;

  private constructor(
    file: string,
    header: JournalHeader,
    records: readonly JournalRecord[],
    handle: FileHandle,
  ) {
    this.file = file;
    this.header = header;
    this.records = records;
    this.#handle = handle;
  }

  /**
   * Opens `<directory>/journal.jsonl`, or creates it with `beginning`.
   * @throws LocalChainError if a complete line is invalid.
   */
  static async open(directory: string, beginning: JournalHeader): Promise<Journal> {
    const file = path.join(directory, 'journal.jsonl');
    try {
      await mkdir(directory, { recursive: true });
      const handle = await open(file, 'a+', 0o600);
      const text = await handle.readFile('utf8');
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      if (whole.length < text.length) await handle.truncate(Buffer.byteLength(whole));
      const [first, ...rest] = whole.split('\n').slice(0, -1);
      const header = first === undefined ? beginning : parseLine(file, 1, first, headerSchema);
      const records = rest.map((line, index) => parseLine(file, index + 2, line, recordSchema));
      const journal = new Journal(file, header, records, handle);
      if (first === undefined) {
        await journal.#write(header);
        await syncDirectory(directory);
      }
      return journal;
    } catch (error) {
      if (error instanceof LocalChainError) throw error;
      throw new LocalChainError(`The chain journal ${file} cannot be opened (${reason(error)}).`, error);
    }
  }

  /** Resolves when the record is synced to the disk. */
  async append(record: JournalRecord): Promise<void> {
    try {
      await this.#write(record);
    } catch (error) {
      throw new LocalChainError(
        `The chain journal ${this.file} cannot be written (${reason(error)}).`,
        error,
      );
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #write(line: JournalHeader | JournalRecord): Promise<void> {
    await this.#handle.appendFile(`${JSON.stringify(line)}\n`);
    await this.#handle.datasync();
  }
}

function parseLine<T>(file: string, number: number, line: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new LocalChainError(
      `The chain journal ${file} is damaged at line ${number}; restore the file, or remove it to begin a new chain.`,
      error,
    );
  }
}

/** A new file survives a power failure only if its directory entry is synced too. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

function reason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}
