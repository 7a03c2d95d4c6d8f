import { Waiter, type WaitForWork, waitFor } from '#platform/jobs/waiter.ts';

const RECONNECT_MS = 1_000;

/**
 * Wakes the indexer when the local chain makes a block, which it reports at `/blocks`. Another node on its port, without
 * such reports, is polled.
 */
export class LocalBlocks {
  readonly #url: URL;
  readonly #waiter: Waiter;
  readonly wait: WaitForWork;

  constructor(rpcUrl: string, pollMs: number) {
    this.#url = new URL('/blocks', rpcUrl);
    this.#waiter = new Waiter(pollMs);
    this.wait = (signal) => this.#waiter.wait(signal);
  }

  /** Listens until the signal aborts. */
  async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#listenOnce(signal).catch(() => undefined);
      this.#waiter.isListening = false;
      await waitFor(RECONNECT_MS, signal);
    }
  }

  async #listenOnce(signal: AbortSignal): Promise<void> {
    const headers = { accept: 'text/event-stream' };
    const { ok, body } = await fetch(this.#url, { headers, signal, redirect: 'error' });
    if (!ok || !body) {
      await body?.cancel();
      return;
    }
    let isFirst = true;
    for await (const _ of body) {
      // The first one tells the head, for which the indexer looks once.
      if (isFirst) this.#waiter.isListening = true;
      else this.#waiter.notice();
      isFirst = false;
    }
  }
}
