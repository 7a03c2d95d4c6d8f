import { expect, test } from 'vitest';
import { admitMutation } from './admit-mutation.ts';

type Request = Parameters<typeof admitMutation>[0];

const requestOf = (wallet: string) =>
  ({
    caller: { consumer: { id: 'consumer' }, wallet: { kind: 'user-token', wallet } },
  }) as unknown as Request;
const anonymous = (consumer: string, visitor?: string) =>
  ({ caller: { consumer: { id: consumer }, wallet: { kind: 'none' } }, visitor }) as unknown as Request;

test('two mutations of a wallet run and 256 wait; further ones are rejected, and another wallet is served', async () => {
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const outcomes = Promise.allSettled(
    Array.from({ length: 300 }, () =>
      admitMutation(requestOf('0xA1'), async () => {
        running += 1;
        await gate.promise;
      }),
    ),
  );
  await Promise.resolve();
  expect(running).toBe(2);
  expect(await admitMutation(requestOf('0xb2'), async () => 'served')).toBe('served');
  gate.resolve();
  const refused = (await outcomes).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(42);
  for (const error of refused) expect(error).toMatchObject({ code: 'RATE_LIMITED', reason: 'CALLER_BUSY' });
  expect(running).toBe(258);
});

test('letter case does not matter for a wallet, and a wallet does not wait for callers without one', async () => {
  const gate = Promise.withResolvers<void>();
  const run = (wallet: string) => admitMutation(requestOf(wallet), () => gate.promise);
  const held = [run('0xC3'), run('0xc3')];
  let started = false;
  const third = admitMutation(requestOf('0xC3'), async () => {
    started = true;
  });
  expect(await admitMutation(anonymous('consumer'), async () => 'served')).toBe('served');
  expect(started).toBe(false);
  gate.resolve();
  await Promise.all([...held, third]);
  expect(started).toBe(true);
});

test('without a wallet four run per visitor and consumer, independently of all others', async () => {
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const held = Array.from({ length: 6 }, () =>
    admitMutation(anonymous('one', '192.0.2.0/24'), async () => {
      running += 1;
      await gate.promise;
    }),
  );
  await Promise.resolve();
  expect(running).toBe(4);
  for (const other of [anonymous('one', '198.51.100.0/24'), anonymous('one'), anonymous('two')])
    expect(await admitMutation(other, async () => 'served')).toBe('served');
  expect(await admitMutation(requestOf('0xd4'), async () => 'served')).toBe('served');
  gate.resolve();
  await Promise.all(held);
  expect(running).toBe(6);
});
