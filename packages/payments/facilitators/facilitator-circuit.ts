import { FacilitatorUnavailableError } from '../payment/facilitator.ts';

interface CircuitOptions {
  /** Time in milliseconds after which a request without an answer counts as hanging. */
  hangMs: number;
  /** Number of consecutive hanging requests that opens the circuit. */
  maxHanging?: number;
  /** How long an open circuit lets nothing through; then one request is tried. */
  openMs?: number;
  /** Maximum number of concurrent requests. */
  maxUnderWay?: number;
}

/** Stops asking a facilitator that hangs, so that its requests hold neither callers nor sockets. */
export class FacilitatorCircuit {
  readonly #options: Required<CircuitOptions>;
  #hanging = 0;
  #openUntil = 0;
  #underWay = 0;

  constructor(options: CircuitOptions) {
    this.#options = { maxHanging: 3, openMs: 10_000, maxUnderWay: 256, ...options };
  }

  /** @throws FacilitatorUnavailableError with `retryAfterSeconds` while the circuit is open */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    const { hangMs, maxHanging, openMs, maxUnderWay } = this.#options;
    const now = performance.now();
    if (now < this.#openUntil) throw unavailable((this.#openUntil - now) / 1_000);
    if (this.#underWay >= maxUnderWay) throw unavailable(1);
    // After its time an open circuit lets one request through; its answer decides for the others.
    if (this.#hanging >= maxHanging) this.#openUntil = now + openMs;
    this.#underWay += 1;
    let isInTime = true;
    const timer = setTimeout(() => {
      isInTime = false;
      this.#hanging += 1;
      if (this.#hanging >= maxHanging) this.#openUntil = performance.now() + openMs;
    }, hangMs);
    try {
      return await ask();
    } finally {
      clearTimeout(timer);
      this.#underWay -= 1;
      if (isInTime) this.#hanging = this.#openUntil = 0;
    }
  }
}

function unavailable(seconds: number): FacilitatorUnavailableError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new FacilitatorUnavailableError('The facilitator hangs and is not asked', { retryAfterSeconds });
}
