import { expect, test } from 'vitest';
import type { Caller } from '../auth/authenticate.ts';
import { admitMutation } from './mutations.ts';

const callerOf = (wallet: string) =>
  ({ consumer: { id: 'consumer' }, wallet: { kind: 'user-token', wallet } }) as unknown as Caller;

test('of one wallet two mutations run and 256 wait; the others are refused, and another wallet is served', async () => {
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const outcomes = Promise.allSettled(
    Array.from({ length: 300 }, () =>
      admitMutation(callerOf('0xA1'), async () => {
        running += 1;
        await gate.promise;
      }),
    ),
  );
  await Promise.resolve();
  expect(running).toBe(2);
  expect(await admitMutation(callerOf('0xb2'), async () => 'served')).toBe('served');
  gate.resolve();
  const refused = (await outcomes).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(42);
  for (const error of refused) expect(error).toMatchObject({ code: 'RATE_LIMITED', reason: 'WALLET_BUSY' });
  expect(running).toBe(258);
});

test('a wallet is one in any case, and a caller without a wallet does not wait', async () => {
  const gate = Promise.withResolvers<void>();
  const run = (wallet: string) => admitMutation(callerOf(wallet), () => gate.promise);
  const held = [run('0xC3'), run('0xc3')];
  let started = false;
  const third = admitMutation(callerOf('0xC3'), async () => {
    started = true;
  });
  const nobody = { consumer: { id: 'consumer' }, wallet: { kind: 'none' } } as unknown as Caller;
  expect(await admitMutation(nobody, async () => 'served')).toBe('served');
  expect(started).toBe(false);
  gate.resolve();
  await Promise.all([...held, third]);
  expect(started).toBe(true);
});
