import { Gauge } from 'prom-client';
import { metrics } from './metrics.ts';
import type { RequestFacts } from './request-facts.ts';

/** What a consumer used in a slot of time. */
interface Use {
  requests: number;
  ms: number;
  statementMs: number;
}

const slotMs = 10_000;
const slots = 6;
/** Consumers that a slot knows. */
const mostKnown = 500;
const mostShown = 10;

/**
 * Who used most in the last minute, in bounded memory. A slot that knows as many consumers as it may gives the place and the requests of
 * the least busy one to a new one (Space-Saving), so that a consumer with more than one of 500 requests is never missing.
 */
export class TopConsumers {
  #slots: { number: number; uses: Map<string, Use> }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(consumer: string, ms: number, statementMs: number): void {
    const uses = this.#current();
    const use = uses.get(consumer) ?? this.#place(uses);
    use.requests += 1;
    use.ms += ms;
    use.statementMs += statementMs;
    uses.set(consumer, use);
  }

  /** The ten consumers with most of it, the first one first. */
  top(what: keyof Use): [consumer: string, amount: number][] {
    this.#forgetOld();
    const sums = new Map<string, number>();
    for (const { uses } of this.#slots)
      for (const [consumer, use] of uses) sums.set(consumer, (sums.get(consumer) ?? 0) + use[what]);
    return [...sums].toSorted(([, one], [, other]) => other - one).slice(0, mostShown);
  }

  /** Entries in memory. */
  get known(): number {
    return this.#slots.reduce((sum, { uses }) => sum + uses.size, 0);
  }

  #current(): Map<string, Use> {
    const number = Math.floor(this.#now() / slotMs);
    const last = this.#slots.at(-1);
    if (last?.number === number) return last.uses;
    const uses = new Map<string, Use>();
    this.#slots.push({ number, uses });
    this.#forgetOld();
    return uses;
  }

  #place(uses: Map<string, Use>): Use {
    if (uses.size < mostKnown) return { requests: 0, ms: 0, statementMs: 0 };
    let least: [string, Use] | undefined;
    for (const entry of uses) if (!least || entry[1].requests < least[1].requests) least = entry;
    if (least) uses.delete(least[0]);
    return { requests: least?.[1].requests ?? 0, ms: 0, statementMs: 0 };
  }

  #forgetOld(): void {
    const oldest = Math.floor(this.#now() / slotMs) - slots + 1;
    this.#slots = this.#slots.filter(({ number }) => number >= oldest);
  }
}

const top = new TopConsumers();

/**
 * Counts a request for its consumer; those without a credential are counted together, as `none`. Of a stream that was open for longer, one
 * minute counts.
 */
export function countConsumer({ consumer, statementMs }: RequestFacts, ms: number): void {
  top.add(consumer ?? 'none', Math.min(ms, slots * slotMs), statementMs);
}

function gauge(name: string, help: string, what: keyof Use, unit: number): void {
  new Gauge({
    name,
    help: `${help} of the ten consumers with the most of the last minute, by the id of the credential.`,
    labelNames: ['consumer'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [consumer, amount] of top.top(what)) this.set({ consumer }, amount / unit);
    },
  });
}

gauge('labroom_top_consumers_requests', 'Requests', 'requests', 1);
gauge('labroom_top_consumers_seconds', 'Seconds until the ends of the requests', 'ms', 1_000);
gauge(
  'labroom_top_consumers_statement_seconds',
  'Seconds of statements of the database',
  'statementMs',
  1_000,
);
