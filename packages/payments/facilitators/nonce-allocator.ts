const nonceError = /nonce|replacement|underpriced/i;

/** Each lost attempt means that another process sent a transaction with the same key. */
const maxTries = 12;

/**
 * Assigns nonces to one sender's transactions in sequence; without it, one of two concurrent transactions is rejected.
 * Slow work such as estimating gas belongs outside of `send`.
 */
export class NonceAllocator {
  readonly #readNext: () => Promise<number>;
  /** `null`: must be read from the chain. */
  #next: number | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param readNext number of the sender's transactions, including pending ones */
  constructor(readNext: () => Promise<number>) {
    this.#readNext = readNext;
  }

  /**
   * Calls `broadcast` with the next nonce, one call at a time. If the node rejects the nonce, retries with the nonce
   * that the node reports. Any other error of `broadcast` must mean that the node did not receive the transaction.
   */
  send<T>(broadcast: (nonce: number) => Promise<T>): Promise<T> {
    const sent = this.#queue.then(() => this.#send(broadcast));
    this.#queue = sent.catch(() => {});
    return sent;
  }

  /** Call if it is unknown whether a transaction was accepted: the next nonce is then read from the chain. */
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
