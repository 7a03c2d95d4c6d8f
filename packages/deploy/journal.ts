import { readFile, rm } from 'node:fs/promises';
import { writeAtomically } from '@labroom/contracts/write-atomically';
import type { Hex } from 'viem';
import { z } from 'zod';

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)]);

const journalSchema = z.object({
  chainId: z.number(),
  deployer: z.string(),
  plan: hex,
  startBlock: z.number(),
  transactions: z.array(z.object({ step: z.string(), nonce: z.number(), hash: hex.nullable() })),
});
type State = z.infer<typeof journalSchema>;

/** A transaction of a deployment. `hash` is unknown if the process ended before the node answered. */
export type Sent = State['transactions'][number];

/** What identifies a deployment. */
export type JournalKey = Pick<State, 'chainId' | 'deployer' | 'plan'>;

/**
 * The transactions of a deployment in order, written to a file before each is sent, so that the next run knows what was
 * on its way when this one ended.
 */
export class Journal {
  readonly #file: string | null;
  readonly #state: State;

  private constructor(file: string | null, state: State) {
    this.#file = file;
    this.#state = state;
  }

  /** A journal that ends with the process, for chains whose transactions are mined at once. */
  static inMemory(key: JournalKey, startBlock: number): Journal {
    return new Journal(null, { ...key, startBlock, transactions: [] });
  }

  /**
   * Continues the journal in a file, or begins one.
   * @throws Error if the file belongs to another deployment
   */
  static async open(file: string, key: JournalKey, startBlock: () => Promise<number>): Promise<Journal> {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return new Journal(file, { ...key, startBlock: await startBlock(), transactions: [] });
    const state = journalSchema.parse(JSON.parse(text));
    if (state.chainId !== key.chainId || state.deployer !== key.deployer || state.plan !== key.plan)
      throw new Error(
        `${file} belongs to an unfinished deployment with other options or other contract code. Repeat the command that began it, or delete the file to begin a new deployment.`,
      );
    return new Journal(file, state);
  }

  get startBlock(): number {
    return this.#state.startBlock;
  }

  get transactions(): readonly Sent[] {
    return this.#state.transactions;
  }

  last(step: string): Sent | undefined {
    return this.#state.transactions.findLast((sent) => sent.step === step);
  }

  async note(step: string, nonce: number, hash: Hex | null): Promise<void> {
    const { transactions } = this.#state;
    const known = transactions.find((sent) => sent.nonce === nonce);
    if (known) Object.assign(known, { step, hash });
    else transactions.push({ step, nonce, hash });
    if (this.#file) await writeAtomically(this.#file, JSON.stringify(this.#state, null, 2));
  }

  /** Forgets the deployment once its manifest is written. */
  async remove(): Promise<void> {
    if (this.#file) await rm(this.#file, { force: true });
  }
}
