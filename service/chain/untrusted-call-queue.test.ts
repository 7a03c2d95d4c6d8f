import { describe, expect, test } from 'vitest';
import { UntrustedCallQueue } from './untrusted-call-queue.ts';
import type { CallScope, UntrustedCalls } from './untrusted-calls.ts';

/** Calls that run until the test ends them, in the order in which they started. */
function startCalls(calls: UntrustedCalls) {
  const begun: { scope: CallScope; end(): void }[] = [];
  const start = (scope: CallScope, options = {}) => {
    const done = calls.run(
      scope,
      () => new Promise<string>((resolve) => begun.push({ scope, end: () => resolve('done') })),
      options,
    );
    const outcome = done.catch((error: { code: string; reason: string }) => error.reason);
    return { done, outcome };
  };
  return { begun, start };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const limited = { code: 'RATE_LIMITED', reason: 'UNTRUSTED_CALLS_LIMIT', retryAfterSeconds: 1 };

describe('calls into untrusted contracts', () => {
  test('run four at once; when one ends, the next starts in order of arrival', async () => {
    const calls = new UntrustedCallQueue();
    const { begun, start } = startCalls(calls);
    const all = Array.from({ length: 7 }, (_, index) => start({ contract: `${index}` }));
    await settled();
    expect(begun.map(({ scope }) => scope.contract)).toEqual(['0', '1', '2', '3']);
    expect([calls.running, calls.pending]).toEqual([4, 7]);
    begun[2]?.end();
    await settled();
    expect(begun.map(({ scope }) => scope.contract)).toEqual(['0', '1', '2', '3', '4']);
    while (calls.pending > 0) {
      for (const { end } of begun) end();
      await settled();
    }
    expect(await Promise.all(all.map(({ outcome }) => outcome))).toEqual(Array(7).fill('done'));
    expect([calls.running, calls.pending]).toEqual([0, 0]);
  });

  test.each([
    ['visitor', 2, 6],
    ['wallet', 2, 6],
    ['lab', 2, 8],
    ['contract', 2, 8],
    ['consumer', 3, 24],
  ])('of one %s run %i at once, and %i may be pending; others still run', async (kind, running, pending) => {
    const calls = new UntrustedCallQueue();
    const { begun, start } = startCalls(calls);
    for (let index = 0; index < pending; index += 1) start({ [kind]: 'One' });
    await expect(start({ [kind]: 'one' }).done).rejects.toMatchObject({
      ...limited,
      details: { limited: kind },
    });
    expect(begun).toHaveLength(running);
    start({ [kind]: 'two' });
    await settled();
    expect(begun.at(-1)?.scope).toEqual({ [kind]: 'two' });
    expect(calls.pending).toBe(pending + 1);
  });

  test('with the large budget run one by one', async () => {
    const calls = new UntrustedCallQueue();
    const { begun, start } = startCalls(calls);
    for (let index = 0; index < 8; index += 1) start({ wallet: `${index}` }, { isLarge: true });
    start({ wallet: 'small' });
    await settled();
    expect(begun.map(({ scope }) => scope.wallet)).toEqual(['0', 'small']);
    await expect(start({ wallet: '9' }, { isLarge: true }).done).rejects.toMatchObject(limited);
  });

  test('are rejected at once when too many are pending in total', async () => {
    const calls = new UntrustedCallQueue();
    const { start } = startCalls(calls);
    for (let index = 0; index < 48; index += 1) start({ contract: `${index}` });
    await expect(start({ contract: 'next' }).done).rejects.toMatchObject(limited);
  });

  test('are rejected and removed from the queue when they waited too long', async () => {
    const calls = new UntrustedCallQueue({ waitMs: 1 });
    const { begun, start } = startCalls(calls);
    start({ contract: 'a' });
    start({ contract: 'a' });
    await expect(start({ contract: 'a' }).done).rejects.toMatchObject(limited);
    expect(calls.pending).toBe(2);
    for (const { end } of begun) end();
    await settled();
    expect(begun).toHaveLength(2);
  });

  test('have a time limit, and a failed one frees its place', async () => {
    const calls = new UntrustedCallQueue({ callMs: 1, limits: { all: { running: 1, pending: 2 } } });
    const hanging = calls.run({}, (signal) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const next = calls.run({}, async () => 'next');
    await expect(hanging).rejects.toThrow();
    expect(await next).toBe('next');
  });
});

describe('a contract that used up the large gas budget', () => {
  test('is skipped for five minutes for the account that caused it, and for no other', () => {
    let now = 0;
    const calls = new UntrustedCallQueue({ now: () => now });
    const scope = { contract: '0xAa', visitor: '198.51.100.7', consumer: 'app' };
    calls.noteBurn(scope);
    expect(calls.burnedFor({ ...scope, contract: '0xaa' })).toBe(300);
    expect(calls.burnedFor({ ...scope, visitor: '198.51.100.8' })).toBe(0);
    expect(calls.burnedFor({ ...scope, wallet: '0x1' })).toBe(0);
    expect(calls.burnedFor({ ...scope, contract: '0xbb' })).toBe(0);
    now = 299_001;
    expect(calls.burnedFor(scope)).toBe(1);
    now = 300_000;
    expect(calls.burnedFor(scope)).toBe(0);
  });

  test('costs the account its large budget after four such contracts in that time', () => {
    let now = 0;
    const calls = new UntrustedCallQueue({ now: () => now });
    for (let index = 0; index < 4; index += 1) {
      const scope = { contract: `${index}`, visitor: 'v', consumer: 'app' };
      calls.takeLarge(scope);
      calls.noteBurn(scope);
    }
    const refused = { code: 'RATE_LIMITED', reason: 'CONTRACT_OUT_OF_GAS', retryAfterSeconds: 300 };
    const take = (visitor: string) => () => calls.takeLarge({ contract: 'next', visitor, consumer: 'app' });
    expect(take('v')).toThrow(expect.objectContaining(refused));
    expect(take('another')).not.toThrow();
    now = 300_000;
    expect(take('v')).not.toThrow();
  });

  test('is forgotten, oldest first, after ten thousand others', () => {
    const calls = new UntrustedCallQueue();
    for (let index = 0; index <= 10_000; index += 1) calls.noteBurn({ contract: `${index}` });
    expect(calls.burnedFor({ contract: '0' })).toBe(0);
    expect(calls.burnedFor({ contract: '10000' })).toBe(300);
  });
});
