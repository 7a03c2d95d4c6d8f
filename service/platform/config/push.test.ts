import { expect, test } from 'vitest';
import webPush from 'web-push';
import { ConfigurationError, readEnv } from './env.ts';
import { decidePush, pushProblems } from './push.ts';

const read = (variables: Record<string, string>) =>
  readEnv({ DATABASE_URL: 'postgres://127.0.0.1/labroom', ...variables });
const VAPID_CONTACT = 'mailto:operator@lab.example';

test('the public key is that of the private one', () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const env = read({ VAPID_PRIVATE_KEY: privateKey, VAPID_CONTACT });
  expect(pushProblems(env)).toEqual([]);
  expect(decidePush(env)).toEqual({ publicKey, contact: VAPID_CONTACT, pauseSeconds: 0 });
});

test('without a key nothing is pushed; key and contact come together', () => {
  expect(decidePush(read({}))).toBeNull();
  expect(pushProblems(read({ VAPID_CONTACT }))).toEqual([
    'VAPID_CONTACT: has no effect without VAPID_PRIVATE_KEY',
  ]);
  expect(pushProblems(read({ VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey }))).toEqual([
    'VAPID_CONTACT: required with VAPID_PRIVATE_KEY',
  ]);
});

test('a key of another curve is an error that does not quote it', () => {
  const problems = pushProblems(read({ VAPID_PRIVATE_KEY: 'A'.repeat(43), VAPID_CONTACT }));
  expect(problems).toEqual(['VAPID_PRIVATE_KEY: is not a private key of P-256']);
});

test.each([
  ['VAPID_PRIVATE_KEY', 'short'],
  ['VAPID_CONTACT', 'operator@lab.example'],
])('%s cannot be %s', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigurationError);
});
