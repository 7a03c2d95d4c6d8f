import { createEvm, type Head, hasExecutableTransaction, type Request, readHead } from './evm.ts';
import type { Journal, JournalRecord } from './journal.ts';
import { LocalChainError } from './local-chain-error.ts';

/** Maximum number of transactions that share a record, and so one disk sync. */
const maxTransactionsPerRecord = 200;

const wallClock = () => Math.floor(Date.now() / 1000);

type Waiting = { raw: string; accept(hash: unknown): void; refuse(error: unknown): void };

/**
 * The chain: an EVM whose state changes only by records of the journal.
 *
 * [Note: the clock]
 * A block has the second of the wall clock at which its transactions arrived, never less than its parent's; several blocks
 * can have the same second. Without transactions no block is made. Calls still see the current second, because they run in
 * the next block, whose timestamp is set to the wall clock first (`alignClock`).
 *
 * A new chain can begin in the past (`fallBehind`). Its clock then runs behind the wall clock until `advanceTo` has moved
 * it up to it, so that blocks can be made with the times of a history.
 */
export class Chain {
  readonly request: Request;
  /** Called with the number of each new block. */
  readonly blockListeners = new Set<(number: number) => void>();
  readonly #journal: Journal;
  #head: Head;
  #skippedSeconds = 0;
  #alignedTo: number | undefined;
  #waiting: Waiting[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(request: Request, journal: Journal, head: Head) {
    this.request = request;
    this.#journal = journal;
    this.#head = head;
  }

  /**
   * Replays the journal.
   * @throws LocalChainError if a record does not match the state before it.
   */
  static async replay(journal: Journal): Promise<Chain> {
    const request = await createEvm(journal.header);
    const chain = new Chain(request, journal, await readHead(request));
    for (const [index, record] of journal.records.entries()) {
      if (record.parent !== chain.#head.hash) {
        throw new LocalChainError(
          `The chain journal ${journal.file} does not lead to the blocks it names at line ${index + 2}: it is damaged or of another version; restore it, or remove it to begin a new chain.`,
        );
      }
      await chain.#apply(record);
    }
    return chain;
  }

  get head(): Head {
    return this.#head;
  }

  /** Records, executes and mines a signed transaction; resolves to its hash. Rejects like `eth_sendRawTransaction`. */
  submit(raw: string): Promise<unknown> {
    return new Promise((accept, refuse) => {
      this.#waiting.push({ raw, accept, refuse });
      this.#exclusively(() => this.#produce()).catch(refuse);
    });
  }

  mine(): Promise<void> {
    return this.#exclusively(async () => {
      await this.#record({ transactions: [], force: true });
    });
  }

  /** Moves the chain's clock permanently ahead of the wall clock by `seconds` more. */
  skipTime(seconds: number): Promise<void> {
    return this.#exclusively(async () => {
      await this.#record({ transactions: [], skip: seconds });
    });
  }

  /** Moves the clock of a chain without blocks behind the wall clock. */
  fallBehind(seconds: number): Promise<void> {
    return this.#exclusively(async () => {
      await this.#record({ transactions: [], skip: -seconds });
    });
  }

  /**
   * Moves a clock that is behind the wall clock forward, and never beyond the wall clock. Other clocks stay.
   * @param timestamp Unix time in seconds
   */
  advanceTo(timestamp: number): Promise<void> {
    return this.#exclusively(async () => {
      const skip = Math.min(timestamp - wallClock() - this.#skippedSeconds, -this.#skippedSeconds);
      if (skip > 0) await this.#record({ transactions: [], skip });
    });
  }

  /** Sets the timestamp of the pending block, in which calls run, to the current second. */
  async alignClock(): Promise<void> {
    if (this.#alignedTo === this.#now()) return;
    await this.#exclusively(async () => {
      const now = this.#now();
      await this.request('evm_setNextBlockTimestamp', [now]);
      this.#alignedTo = now;
    });
  }

  async close(): Promise<void> {
    await this.#exclusively(() => this.#journal.close());
  }

  #now(): number {
    return Math.max(wallClock() + this.#skippedSeconds, this.#head.timestamp);
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #produce(): Promise<void> {
    const batch = this.#waiting.splice(0, maxTransactionsPerRecord);
    if (batch.length === 0) return;
    try {
      const outcomes = await this.#record({ transactions: batch.map(({ raw }) => raw) });
      for (const [index, { accept, refuse }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome?.status === 'fulfilled') accept(outcome.value);
        else refuse(outcome?.reason);
      }
    } catch (error) {
      for (const { refuse } of batch) refuse(error);
      throw error;
    }
  }

  async #record(
    change: Omit<JournalRecord, 'parent' | 'timestamp'>,
  ): Promise<PromiseSettledResult<unknown>[]> {
    const record = { parent: this.#head.hash, timestamp: this.#now(), ...change };
    await this.#journal.append(record);
    return this.#apply(record);
  }

  /** Applies a live or a replayed record in the same way. Rejections are deterministic too. */
  async #apply(record: JournalRecord): Promise<PromiseSettledResult<unknown>[]> {
    this.#skippedSeconds += record.skip ?? 0;
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const raw of record.transactions) {
      outcomes.push(...(await Promise.allSettled([this.request('eth_sendRawTransaction', [raw])])));
    }
    if (record.force) await this.#makeBlock(record.timestamp);
    while (await hasExecutableTransaction(this.request)) await this.#makeBlock(record.timestamp);
    return outcomes;
  }

  async #makeBlock(timestamp: number): Promise<void> {
    await this.request('evm_setNextBlockTimestamp', [timestamp]);
    await this.request('evm_mine');
    this.#alignedTo = undefined;
    this.#head = await readHead(this.request);
    for (const listener of this.blockListeners) listener(this.#head.number);
  }
}
