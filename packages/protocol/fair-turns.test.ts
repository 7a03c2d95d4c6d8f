import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairTurns, NoTurnError, type Turn } from './fair-turns.ts';

/** A clock, and the processor time of the process. */
let now = 0;
let used = 0;
let turns: FairTurns;

function openTurns(to: 'callers' | 'networks'): FairTurns {
  return new FairTurns({
    atOnce: { alone: 4, shared: 2 },
    inAll: 8,
    givesWay: { to, times: 4 },
    maxWaiting: 5,
    maxWaitMs: 10_000,
    processorMs: () => used,
    busyMs: () => used,
    now: () => now,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  used = 0;
  turns = openTurns('callers');
});

// Other files of the same thread have clocks, too.
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass, and waiting requests begin. */
async function pass(ms: number, processorMs = 0) {
  now += ms;
  used += processorMs;
  await vi.advanceTimersByTimeAsync(ms);
}

/** Asks for a turn, and tells whether it was given. */
function ask(network: string, left?: AbortSignal) {
  const asked: { turn: Turn | undefined; error: unknown } = { turn: undefined, error: undefined };
  turns.enter(network, left).then(
    (turn) => {
      asked.turn = turn;
    },
    (error) => {
      asked.error = error;
    },
  );
  return asked;
}

const begun = (asked: readonly { turn: Turn | undefined }[]) => asked.filter(({ turn }) => turn).length;

describe('one network', () => {
  it('alone runs four requests at once, in their order', async () => {
    const asked = Array.from({ length: 7 }, () => ask('a'));
    await pass(0);
    expect(begun(asked)).toBe(4);
    asked[0]?.turn?.end();
    await pass(0);
    expect(asked.map(({ turn }) => turn !== undefined)).toEqual([true, true, true, true, true, false, false]);
  });

  it('alone gives way to nobody, whatever it used', async () => {
    for (let time = 0; time < 3; time += 1) {
      const asked = ask('a');
      await pass(0);
      used += 1_000;
      expect(asked.turn?.end()).toBe(1_000);
    }
  });

  it('gets its place back from a request that waits for something else', async () => {
    const asked = Array.from({ length: 5 }, () => ask('a'));
    await pass(999);
    expect(begun(asked)).toBe(4);
    await pass(1);
    expect(begun(asked)).toBe(5);
  });

  it('is refused when too many of its requests wait, or for too long', async () => {
    const asked = Array.from({ length: 10 }, () => ask('a'));
    await pass(0);
    expect(asked.filter(({ error }) => error instanceof NoTurnError)).toHaveLength(1);
    for (const { turn } of asked) expect(turn?.end() ?? 0).toBe(0);
  });

  it('forgets a request whose client left', async () => {
    const left = new AbortController();
    const running = Array.from({ length: 4 }, () => ask('a'));
    const waiting = ask('a', left.signal);
    await pass(0);
    left.abort();
    await pass(0);
    expect(waiting.error).toBeInstanceOf(NoTurnError);
    expect(turns.waiting).toBe(0);
    for (const { turn } of running) turn?.end();
  });
});

describe('a network beside another', () => {
  it('begins when it gave way for its time, and then runs one request at once', async () => {
    const caller = turns.begin('consumer');
    const first = ask('a');
    await pass(0, 20);
    first.turn?.end();
    const asked = Array.from({ length: 4 }, () => ask('a'));
    await pass(0);
    expect(begun(asked)).toBe(0);
    // It used 10 ms, its half of 20, so it gives way for 40 ms.
    await pass(40);
    expect(begun(asked)).toBe(1);
    caller.end();
  });

  it('begins when the other has ended and does not come back at once', async () => {
    const first = ask('a');
    await pass(0, 100);
    first.turn?.end();
    const caller = turns.begin('consumer');
    const next = ask('a');
    await pass(10);
    expect(next.turn).toBeUndefined();
    caller.end();
    await pass(99);
    expect(next.turn).toBeUndefined();
    await pass(1);
    expect(next.turn).toBeDefined();
  });

  it('does not wait for ever for a caller that never pauses', async () => {
    const caller = turns.begin('consumer');
    const first = ask('a');
    await pass(0, 100);
    first.turn?.end();
    const next = ask('a');
    await pass(199);
    expect(next.turn).toBeUndefined();
    await pass(1);
    expect(next.turn).toBeDefined();
    caller.end();
  });

  it('goes first if it used less', async () => {
    const heavy = ask('heavy');
    await pass(0, 50);
    heavy.turn?.end();
    const caller = turns.begin('consumer');
    const queue = [ask('heavy'), ask('heavy')];
    const light = ask('light');
    await pass(0);
    expect([begun(queue), light.turn !== undefined]).toEqual([0, true]);
    light.turn?.end();
    caller.end();
    await pass(100);
    expect(begun(queue)).toBe(2);
  });
});

describe('a network that used the processor alone', () => {
  it('owes nothing to one that comes later', async () => {
    for (let time = 0; time < 100; time += 1) {
      const asked = ask('early');
      await pass(30, 30);
      asked.turn?.end();
      await pass(10);
    }
    const late = ask('late');
    await pass(30, 30);
    const early = ask('early');
    await pass(0);
    expect(early.turn).toBeDefined();
    late.turn?.end();
    early.turn?.end();
  });
});

describe('a network that sends one request at a time', () => {
  /** Its answers in a second, of 20 ms of processor time each and 10 ms apart, beside so many requests of another that take 60 ms each. */
  async function answersBeside(others: number): Promise<number> {
    const jobs: { asked: ReturnType<typeof ask>; left: number; network: string }[] = [];
    const send = (network: string, left: number) => jobs.push({ asked: ask(network), left, network });
    for (let other = 0; other < others; other += 1) send('many', 60);
    let answers = 0;
    let nextAt = now;
    for (let time = 0; time < 1_000; time += 1) {
      if (now >= nextAt) {
        nextAt = Number.POSITIVE_INFINITY;
        send('single', 20);
      }
      const running = jobs.filter(({ asked }) => asked.turn);
      for (const job of running) job.left -= 1 / running.length;
      await pass(1, running.length > 0 ? 1 : 0);
      for (const job of running.filter(({ left }) => left <= 0)) {
        job.asked.turn?.end();
        jobs.splice(jobs.indexOf(job), 1);
        if (job.network === 'many') send('many', 60);
        else {
          answers += 1;
          nextAt = now + 10;
        }
      }
    }
    for (const { asked } of jobs) asked.turn?.end();
    return answers;
  }

  it('gets most of the processor beside one that sends many, which gives way', async () => {
    turns = openTurns('networks');
    const alone = await answersBeside(0);
    await pass(20_000);
    expect(alone).toBe(32);
    expect(await answersBeside(5)).toBeGreaterThan(alone * 0.7);
  });
});

describe('a request of several parts', () => {
  it('lets others go first between them, and is measured as a whole', async () => {
    const long = ask('a');
    await pass(0, 10);
    const caller = turns.begin('consumer');
    let parts = 1;
    long.turn?.again().then(() => {
      parts += 1;
    });
    await pass(39);
    expect(parts).toBe(1);
    await pass(1);
    expect(parts).toBe(2);
    caller.end();
    await pass(0, 5);
    expect(long.turn?.end()).toBe(15);
  });

  it('gives its place on while it waits for something else', async () => {
    const asked = Array.from({ length: 5 }, () => ask('a'));
    await pass(0);
    asked[0]?.turn?.rest();
    await pass(0);
    expect(begun(asked)).toBe(5);
  });

  it('keeps no place if its client left between them', async () => {
    const asked = Array.from({ length: 4 }, () => ask('a'));
    await pass(0);
    const again = asked[0]?.turn?.again();
    asked[0]?.turn?.end();
    await again;
    for (const { turn } of asked) turn?.end();
    const next = Array.from({ length: 4 }, () => ask('a'));
    await pass(0);
    expect(begun(next)).toBe(4);
  });
});

describe('the time of a request', () => {
  it('is an equal part of what the process used, while it ran', async () => {
    const [first, second] = [ask('a'), ask('b')];
    await pass(10, 8);
    expect(first.turn?.end()).toBe(4);
    await pass(10, 8);
    expect(second.turn?.end()).toBe(12);
    expect(second.turn?.end()).toBe(12);
  });
});
