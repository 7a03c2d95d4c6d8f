/** How nodes say that a transaction's nonce is not the one that comes next. */
const nonceError = /nonce|replacement|underpriced/i;

/** Every lost try means that another process sent one with the same key. */
const maxTries = 12;

/**
 * Gives one sender's transactions their nonces, one after the other: who sends two at once without it has one of them
 * refused. Work that takes long, such as estimating gas, belongs outside of `send`.
 */
export class NonceAllocator {
  readonly #readNext: () => Promise<number>;
  /** `null`: to be read from the chain. */
  #next: number | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param readNext the number of the sender's transactions, with those that wait to be mined */
  constructor(readNext: () => Promise<number>) {
    this.#readNext = readNext;
  }

  /**
   * Calls `broadcast` with the next nonce when nobody else is sending, and again with the chain's own word where the node
   * finds fault with the nonce. What it throws otherwise must mean that the node did not take the transaction.
   */
  send<T>(broadcast: (nonce: number) => Promise<T>): Promise<T> {
    const sent = this.#queue.then(() => this.#send(broadcast));
    this.#queue = sent.catch(() => {});
    return sent;
  }

  /** To be called where it is not known whether a transaction was taken: the next nonce is read from the chain. */
  resync(): void {
    this.#next = null;
  }

  async #send<T>(broadcast: (nonce: number) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const nonce = this.#next ?? (await this.#readNext());
      this.#next = nonce + 1;
      try {
        return await broadcast(nonce);
      } catch (error) {
        this.resync();
        if (tries >= maxTries || !(error instanceof Error) || !nonceError.test(error.message)) throw error;
      }
    }
  }
}
