import { createECDH } from 'node:crypto';
import type { PushConfig } from './config.ts';
import type { Env } from './env.ts';

/** Returns `null` without VAPID_PRIVATE_KEY. */
export function decidePush(env: Env): PushConfig | null {
  const { VAPID_PRIVATE_KEY: key, VAPID_CONTACT: contact } = env;
  if (!key || !contact) return null;
  const pauseSeconds = env.LABROOM_ENVIRONMENT === 'local' ? 0 : 10;
  return { publicKey: publicKeyOf(key).toString('base64url'), contact, pauseSeconds };
}

/** Returns problems of the settings for push messages, as messages for the operator. */
export function pushProblems({ VAPID_PRIVATE_KEY: key, VAPID_CONTACT: contact }: Env): string[] {
  if (!key) return contact ? ['VAPID_CONTACT: has no effect without VAPID_PRIVATE_KEY'] : [];
  const problems = contact ? [] : ['VAPID_CONTACT: required with VAPID_PRIVATE_KEY'];
  try {
    publicKeyOf(key);
  } catch {
    problems.push('VAPID_PRIVATE_KEY: is not a private key of P-256');
  }
  return problems;
}

function publicKeyOf(key: string): Buffer {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(key, 'base64url'));
  return curve.getPublicKey();
}
