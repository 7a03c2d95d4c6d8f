import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { readDidLinkingKeys } from './did-linking.ts';
import { ConfigurationError, type Env } from './env.ts';
import { readGatewaySecrets } from './gateway.ts';
import { readSmtpServer } from './mail.ts';
import type { Secrets, SigningKeys } from './secrets.ts';
import { readStorageCredentials } from './storage.ts';

/** Random 32 bytes have fewer distinct values once in 10^18 times. Such a secret was typed by hand. */
const fewestDistinctBytes = 16;

/** Returns problems of the secrets, as messages for the operator. */
export function secretProblems(env: Env): string[] {
  const problems: string[] = [];
  const isLocal = env.LABROOM_ENVIRONMENT === 'local';
  const bytesOf = (text: string) => Buffer.from(text, 'base64');
  const { SERVICE_SECRET: secrets, KMS_MASTER_KEY: keys } = env;
  if (secrets.length === 0 && !isLocal)
    problems.push(`SERVICE_SECRET: required in ${env.LABROOM_ENVIRONMENT}`);
  if (secrets.some((secret) => bytesOf(secret).length < 32))
    problems.push('SERVICE_SECRET: needs at least 32 bytes, in Base64');
  if (keys.some((key) => bytesOf(key).length !== 32))
    problems.push('KMS_MASTER_KEY: needs exactly 32 bytes, in Base64');
  if (new Set(keys).size < keys.length) problems.push('KMS_MASTER_KEY: names a key twice');
  if (problems.length > 0 || isLocal) return problems;
  for (const [name, values] of Object.entries({ SERVICE_SECRET: secrets, KMS_MASTER_KEY: keys }))
    if (values.some((value) => new Set(bytesOf(value)).size < fewestDistinctBytes))
      problems.push(`${name}: is not random; generate one with: openssl rand -base64 32`);
  if (secrets.some((secret) => keys.includes(secret)))
    problems.push('SERVICE_SECRET, KMS_MASTER_KEY: must be two different secrets');
  return problems;
}

/**
 * Derives a separate key for each use from the one configured secret, so that a signature for one use is invalid for
 * another.
 */
export function readSecrets(env: Env, dataDir: string, mayCreate = true): Secrets {
  const problems = secretProblems(env);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const [first, ...others] = env.SERVICE_SECRET.map((secret) => Buffer.from(secret, 'base64'));
  const signing = first ?? localSecret(dataDir, mayCreate);
  const derive = (root: Buffer, use: string) =>
    new Uint8Array(hkdfSync('sha256', root, `labroom ${env.LABROOM_ENVIRONMENT}`, use, 32));
  const keysFor = (use: string): SigningKeys => [
    derive(signing, use),
    ...others.map((root) => derive(root, use)),
  ];
  const nameOf = (root: Buffer) => Buffer.from(derive(root, 'name')).toString('hex', 0, 8);
  return {
    secretNames: [nameOf(signing), ...others.map(nameOf)],
    serviceTokenKeys: keysFor('service token'),
    uploadTokenKeys: keysFor('upload token'),
    storageUrlKeys: keysFor('storage url'),
    mailKeys: keysFor('mail'),
    idempotencyKeys: keysFor('idempotency'),
    authorizationKeys: keysFor('authorization'),
    receiptKeys: keysFor('x402 receipt'),
    channelKeys: keysFor('x402 channel'),
    kmsMasterKeys: env.KMS_MASTER_KEY.map((key) => Buffer.from(key, 'base64')),
    storage: readStorageCredentials(env),
    didLinking: readDidLinkingKeys(env),
    gateway: readGatewaySecrets(env),
    embeddingsApiKey: env.EMBEDDINGS_API_KEY,
    smtpServer: readSmtpServer(env),
    vapidPrivateKey: env.VAPID_PRIVATE_KEY,
  };
}

/**
 * Returns the secret of a fresh checkout. It is created once, readable by its owner only. A program that may not create
 * it and neither issues nor verifies tokens and URLs gets a temporary one.
 */
function localSecret(dataDir: string, mayCreate: boolean): Buffer {
  const path = join(dataDir, 'service-secret');
  if (!existsSync(path)) {
    if (!mayCreate) return randomBytes(32);
    mkdirSync(dataDir, { recursive: true });
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, randomBytes(32).toString('base64'));
    fsyncSync(file);
    closeSync(file);
    try {
      // When two processes start at once, the first link wins, and both read its secret below.
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(draft);
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64');
}
