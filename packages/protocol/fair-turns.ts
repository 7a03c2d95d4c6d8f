/** Too many requests of the network wait, or this one waited for too long. */
export class NoTurnError extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super(`Retry after ${retryAfterSeconds} seconds.`);
    this.name = 'NoTurnError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface FairTurnsOptions {
  /** Requests of one network that run at once: while no other network is seen, and while one is. */
  atOnce: { alone: number; shared: number };
  /** Requests of all networks together that run at once. */
  inAll: number;
  /**
   * A network that used more of the processor than another waits until that one pauses, at most for so many `times` as long as its request took. It does so
   * for callers, or with a queue of requests for networks that have fewer.
   */
  givesWay: { to: 'callers' | 'networks'; times: number };
  /** Requests of one network that may wait. Further ones are refused at once. */
  maxWaiting: number;
  /** Longest time in milliseconds that a request may wait. */
  maxWaitMs: number;
  /** Milliseconds of processor time that this process has used, the estimated share of others for it included. */
  processorMs(): number;
  /** Milliseconds in which the process was not idle. On a busy machine these are more. */
  busyMs(): number;
  now?(): number;
}

/** A request that runs. */
export interface Turn {
  /** Gives its place to the next request, because it will wait for something else than the processor. */
  rest(): void;
  /**
   * Gives its place to the next request, and waits for its turn again. Between the parts of a long request.
   * @throws NoTurnError
   */
  again(): Promise<void>;
  /** Ends it. @returns its processor time in milliseconds */
  end(): number;
}

/** Measures a request. */
interface Meter {
  begin(): void;
  /** Adds what it used so far to the time for which its network gives way. */
  count(): void;
  /** @returns its processor time in milliseconds */
  end(): number;
  hasEnded(): boolean;
}

interface Lane {
  running: number;
  waiting: Set<() => void>;
  /** A caller with limits of its own. All others give way to it. */
  isCaller: boolean;
  /** Processor time that it used, counted as often as it had requests at the same time. Comparable between lanes that are active. */
  used: number;
  /** Until then the network gives way to others that used less. */
  dueAt: number;
  /** When it last began or ended a request. */
  seenAt: number;
}

/** The two active lanes that used least. */
interface Lightest {
  first: Lane | undefined;
  second: Lane | undefined;
}

/** A request that takes longer waits for something else than the processor, and gives its place to the next one. */
const PLACE_MS = 1_000;
/** The next request of a caller usually follows within this time. Until then it is active. */
const GAP_MS = 100;
/** A network with so many requests that wait does not wait for an answer before it sends the next request. */
const QUEUE = 3;
/** Longest time for which a network gives way. Shorter than a request may wait. */
const MOST_GIVEN_MS = 5_000;
/** Networks above this number are forgotten as soon as they are idle. */
const MOST_LANES = 1_000;
/** A network that was not seen for so long is not waited for. */
const SEEN_MS = 10_000;

/**
 * Divides the processor of one process fairly between networks. A request of a network waits while the network runs its share of
 * requests. A network that used more than another which is active also waits until that one is not, or until it gave way for its time.
 * So one network delays a request of another by at most what it runs at that moment, and a network alone waits for nobody.
 * Callers with limits of their own never wait, but are waited for.
 *
 * What networks used is compared from the moment when both are active, as in start-time fair queuing, so nobody pays for the time when
 * nobody else was there. A network that sends many requests at the same time pays for each of them.
 *
 * The time of a request is its share of what the process used: at each moment an equal part for each request that runs. A network gives way
 * for the time in which the process was busy for it, which grows with the load of the machine; what it used is what its request returns.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions;
  readonly #lanes = new Map<string, Lane>();
  /** The two lanes that were seen last, newest first. */
  #seen: Lane[] = [];
  #running = 0;
  #guests = 0;
  /** Requests that have not ended, also those whose place was given on. */
  #present = 0;
  /** What a request that ran all the time would have used, and for how long it would have kept the process busy. */
  #shares = { used: 0, busy: 0 };
  #totals: { used: number; busy: number };
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
    this.#totals = this.#read();
  }

  /** How many requests wait, of all networks. */
  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Begins a request of a caller that never waits. Others wait for it. */
  begin(key: string): Turn {
    const lane = this.#laneOf(key);
    lane.isCaller = true;
    this.#see(lane);
    const meter = this.#meterOf(lane);
    return this.#turnOf(key, lane, meter, this.#takePlace(lane, meter, false));
  }

  /**
   * Begins a request of a network at its turn.
   * @param left aborted when the client leaves, which ends the wait
   * @throws NoTurnError
   */
  async enter(network: string, left?: AbortSignal): Promise<Turn> {
    const lane = this.#laneOf(network);
    const meter = this.#meterOf(lane);
    const givePlace = await this.#waitForPlace(network, lane, meter, left);
    return this.#turnOf(network, lane, meter, givePlace);
  }

  #turnOf(key: string, lane: Lane, meter: Meter, taken: () => void): Turn {
    let givePlace = taken;
    const rest = () => {
      meter.count();
      givePlace();
      this.#callNext();
    };
    return {
      rest,
      again: async () => {
        rest();
        givePlace = await this.#waitForPlace(key, lane, meter);
        // Its client left while it waited.
        if (meter.hasEnded()) givePlace();
      },
      end: () => {
        const cost = meter.end();
        this.#see(lane);
        givePlace();
        this.#forget(key, lane);
        this.#callNext();
        return cost;
      },
    };
  }

  /** @returns the function that gives the place to the next request */
  async #waitForPlace(key: string, lane: Lane, meter: Meter, left?: AbortSignal): Promise<() => void> {
    this.#see(lane);
    const isNext = lane.waiting.size === 0 && this.#delayOf(lane, this.#lightest()) === 0;
    if (isNext) return this.#takePlace(lane, meter, true);
    const { maxWaiting, maxWaitMs } = this.#options;
    // Those that wait are answered first.
    const refused = () => new NoTurnError(Math.ceil(Math.max(1_000, lane.dueAt - this.#now()) / 1_000));
    if (lane.waiting.size >= maxWaiting || left?.aborted) throw refused();
    return new Promise((resolve, reject) => {
      const leave = () => {
        lane.waiting.delete(start);
        clearTimeout(timer);
        left?.removeEventListener('abort', refuse);
      };
      const refuse = () => {
        leave();
        this.#forget(key, lane);
        reject(refused());
      };
      const start = () => {
        leave();
        resolve(this.#takePlace(lane, meter, true));
      };
      const timer = setTimeout(refuse, maxWaitMs);
      left?.addEventListener('abort', refuse, { once: true });
      lane.waiting.add(start);
      this.#callNext();
    });
  }

  #takePlace(lane: Lane, meter: Meter, isGuest: boolean): () => void {
    meter.begin();
    this.#see(lane);
    lane.running += 1;
    this.#running += 1;
    if (isGuest) this.#guests += 1;
    let hasPlace = true;
    const give = () => {
      if (!hasPlace) return;
      hasPlace = false;
      clearTimeout(timer);
      lane.running -= 1;
      this.#running -= 1;
      if (isGuest) this.#guests -= 1;
    };
    const timer = setTimeout(() => {
      meter.count();
      give();
      this.#callNext();
    }, PLACE_MS);
    return give;
  }

  #meterOf(lane: Lane): Meter {
    let before = this.#shares;
    let counted = this.#shares;
    let state: 'waits' | 'runs' | 'ended' = 'waits';
    const count = () => {
      if (state !== 'runs') return;
      this.#measure();
      const further = this.#shares.busy - counted.busy;
      counted = this.#shares;
      lane.used += further * Math.max(1, lane.running + lane.waiting.size);
      const now = this.#now();
      // Alone it owes the time of its last request only.
      const dueAt = this.#isShared(lane, now, GAP_MS) ? Math.max(lane.dueAt, now) : now;
      lane.dueAt = Math.min(dueAt + further * this.#options.givesWay.times, now + MOST_GIVEN_MS);
    };
    return {
      count,
      begin: () => {
        if (state !== 'waits') return;
        this.#measure();
        this.#present += 1;
        before = this.#shares;
        counted = before;
        state = 'runs';
      },
      end: () => {
        count();
        if (state === 'runs') this.#present -= 1;
        state = 'ended';
        return counted.used - before.used;
      },
      hasEnded: () => state === 'ended',
    };
  }

  /** Starts requests that wait, those of the network that used least first. */
  #callNext(): void {
    clearTimeout(this.#alarm);
    for (;;) {
      const now = this.#now();
      const lightest = this.#lightest(now);
      let first: Lane | undefined;
      let soonest = Number.POSITIVE_INFINITY;
      for (const lane of this.#lanes.values()) {
        if (lane.waiting.size === 0) continue;
        const delay = this.#delayOf(lane, lightest, now);
        soonest = Math.min(soonest, delay);
        if (delay === 0 && (!first || lane.used < first.used)) first = lane;
      }
      const [start] = first?.waiting ?? [];
      if (!start) {
        if (Number.isFinite(soonest)) this.#alarm = setTimeout(() => this.#callNext(), Math.ceil(soonest));
        return;
      }
      start();
    }
  }

  /** Milliseconds until a network may begin a request; `Infinity` if something must end first. */
  #delayOf(lane: Lane, lightest: Lightest, now = this.#now()): number {
    const { atOnce, inAll } = this.#options;
    if (this.#guests >= inAll) return Number.POSITIVE_INFINITY;
    const other = lightest.first === lane ? lightest.second : lightest.first;
    const isHeavier = other !== undefined && (other.isCaller || other.used < lane.used);
    const places = !this.#isShared(lane, now, SEEN_MS) ? atOnce.alone : isHeavier ? 1 : atOnce.shared;
    if (lane.running >= places) return Number.POSITIVE_INFINITY;
    if (!isHeavier) return 0;
    const hasQueue = lane.waiting.size >= QUEUE && lane.waiting.size > other.waiting.size;
    if (this.#options.givesWay.to === 'callers' ? !other.isCaller : !hasQueue) return 0;
    const due = Math.max(0, lane.dueAt - now);
    const isThere = other.running + other.waiting.size > 0;
    return isThere ? due : Math.min(due, Math.max(0, other.seenAt + GAP_MS - now));
  }

  #lightest(now = this.#now()): Lightest {
    let first: Lane | undefined;
    let second: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      if (!isActive(lane, now)) continue;
      if (!first || weightOf(lane) < weightOf(first)) [first, second] = [lane, first];
      else if (!second || weightOf(lane) < weightOf(second)) second = lane;
    }
    return { first, second };
  }

  /** Whether another network runs requests, or was seen in the last so many milliseconds. */
  #isShared(lane: Lane, now: number, ms: number): boolean {
    return this.#running > lane.running || this.#seen.some((one) => one !== lane && now - one.seenAt < ms);
  }

  #see(lane: Lane): void {
    const now = this.#now();
    if (!isActive(lane, now)) {
      // What it used counts from now on, beside those that are there.
      const others = [...this.#lanes.values()].filter((one) => !one.isCaller && isActive(one, now));
      if (others.length > 0) lane.used = Math.max(lane.used, Math.min(...others.map(({ used }) => used)));
    }
    lane.seenAt = now;
    this.#seen = [lane, ...this.#seen.filter((one) => one !== lane)].slice(0, 2);
  }

  #read = () => ({ used: this.#options.processorMs(), busy: this.#options.busyMs() });

  #measure(): void {
    const { used, busy } = this.#read();
    if (this.#present > 0) {
      const ofUsed = (used - this.#totals.used) / this.#present;
      const ofBusy = (busy - this.#totals.busy) / this.#present;
      this.#shares = { used: this.#shares.used + ofUsed, busy: this.#shares.busy + ofBusy };
    }
    this.#totals = { used, busy };
  }

  #laneOf(key: string): Lane {
    const lane = this.#lanes.get(key) ?? {
      ...{ running: 0, waiting: new Set<() => void>(), isCaller: false },
      ...{ used: 0, dueAt: 0, seenAt: Number.NEGATIVE_INFINITY },
    };
    if (this.#lanes.size >= MOST_LANES) for (const [other, idle] of this.#lanes) this.#forget(other, idle);
    this.#lanes.set(key, lane);
    return lane;
  }

  #forget(key: string, lane: Lane): void {
    const now = this.#now();
    const isIdle = !isActive(lane, now) && lane.dueAt <= now;
    if (isIdle && this.#lanes.get(key) === lane) this.#lanes.delete(key);
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now();
  }
}

function isActive(lane: Lane, now: number): boolean {
  return lane.running > 0 || lane.waiting.size > 0 || now - lane.seenAt < GAP_MS;
}

/** What it used; of callers, less than of all others. */
function weightOf(lane: Lane): number {
  return lane.isCaller ? Number.NEGATIVE_INFINITY : lane.used;
}
