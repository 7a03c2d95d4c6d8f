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
import { type DidLinkingKeys, readDidLinkingKeys } from './did-linking.ts';
import { ConfigurationError, type Env } from './env.ts';
import { type GatewaySecrets, readGatewaySecrets } from './gateway.ts';
import { readStorageCredentials, type StorageCredentials } from './storage.ts';

/** The first signs, all of them verify: a secret is replaced while what the former one signed is still good. */
export type SigningKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Keys of the service, kept apart from `Config` so that the latter can be logged. */
export interface Secrets {
  /** For service tokens. */
  serviceTokenKeys: SigningKeys;
  /** For upload tokens. */
  uploadTokenKeys: SigningKeys;
  /** For storage URLs. */
  storageUrlKeys: SigningKeys;
  /** Master keys of the local KMS that the environment gives: the first one wraps, all of them unwrap. */
  kmsMasterKeys: Uint8Array[];
  /** Absent where objects are on this machine's disk. */
  storage: StorageCredentials | undefined;
  /** Absent where DIDs are not linked. */
  didLinking: DidLinkingKeys | undefined;
  gateway: GatewaySecrets;
  /** What the embeddings endpoint wants to be shown, where it wants anything. */
  embeddingsApiKey: string | undefined;
}

/** Of 32 random bytes fewer differ once in 10^18 times: these were typed. */
const fewestDistinctBytes = 16;

/** What is wrong with the secrets, in words for the one who starts the service. */
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

/** One secret given from outside; each use gets a key of its own, so that no signature can serve for another use. */
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
  return {
    serviceTokenKeys: keysFor('service token'),
    uploadTokenKeys: keysFor('upload token'),
    storageUrlKeys: keysFor('storage url'),
    kmsMasterKeys: env.KMS_MASTER_KEY.map((key) => Buffer.from(key, 'base64')),
    storage: readStorageCredentials(env),
    didLinking: readDidLinkingKeys(env),
    gateway: readGatewaySecrets(env),
    embeddingsApiKey: env.EMBEDDINGS_API_KEY,
  };
}

/**
 * The secret of a fresh checkout: made once, kept readable for its owner alone. Where it may not be made, a program that
 * neither issues nor verifies tokens and URLs gets one for itself.
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
      // Two processes may start at once: the first link wins, and both read the winner's secret below.
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(draft);
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64');
}
