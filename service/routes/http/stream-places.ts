/** Counts open streams, in total and by the network of the client. */
export class StreamPlaces {
  readonly #limits: { total: number; perAddress: number };
  readonly #byNetwork = new Map<string, number>();
  #total = 0;

  constructor(limits: { total: number; perAddress: number }) {
    this.#limits = limits;
  }

  /** Takes a place; returns the function that gives it back, or null if there is none. */
  take(network: string): (() => void) | null {
    const own = this.#byNetwork.get(network) ?? 0;
    if (this.#total >= this.#limits.total || own >= this.#limits.perAddress) return null;
    this.#total += 1;
    this.#byNetwork.set(network, own + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#total -= 1;
      const left = (this.#byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    };
  }
}
