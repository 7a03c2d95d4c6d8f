import { expect, test } from 'vitest';
import { type IssuedSession, renewedSession } from './session.ts';

const hourMs = 3_600_000;
const issued = (serviceToken: string): IssuedSession => ({
  wallet: '0x1',
  serviceToken,
  // Another clock than that of the client.
  createdAt: '2040-01-01T00:00:00.000Z',
  expiresAt: '2040-01-01T01:00:00.000Z',
});

function clientWith(renew: () => Promise<IssuedSession>) {
  const clock = { now: 0 };
  return { clock, session: renewedSession(issued('first'), renew, () => clock.now) };
}

test('a session is renewed once, by the first calls of its last fifth', async () => {
  let renewals = 0;
  const { clock, session } = clientWith(async () => {
    renewals += 1;
    return issued(`renewed ${renewals}`);
  });
  clock.now = 0.79 * hourMs;
  expect(await session.token()).toBe('first');
  clock.now = 0.81 * hourMs;
  expect(await Promise.all([session.token(), session.token()])).toEqual(['renewed 1', 'renewed 1']);
  expect(session.current().serviceToken).toBe('renewed 1');
  clock.now += 0.79 * hourMs;
  expect(await session.token()).toBe('renewed 1');
  expect(renewals).toBe(1);
});

test('a renewal that fails is tried again, and reported only once the session has ended', async () => {
  let isDown = true;
  const { clock, session } = clientWith(async () => {
    if (isDown) throw new Error('down');
    return issued('renewed');
  });
  clock.now = 0.9 * hourMs;
  expect(await session.token()).toBe('first');
  clock.now = hourMs;
  await expect(session.token()).rejects.toThrow('down');
  isDown = false;
  expect(await session.token()).toBe('renewed');
});
