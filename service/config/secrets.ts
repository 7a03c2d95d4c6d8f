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

/** Keys of the service, kept apart from `Config` so that the latter can be logged. */
export interface Secrets {
  /** Signs service tokens. */
  serviceTokenKey: Uint8Array;
  /** Signs upload tokens. */
  uploadTokenKey: Uint8Array;
  /** Signs storage URLs. */
  storageUrlKey: Uint8Array;
  /** Master key of the local KMS, where given by the environment. */
  kmsMasterKey: Uint8Array | undefined;
  /** Absent where objects are on this machine's disk. */
  storage: StorageCredentials | undefined;
  /** Absent where DIDs are not linked. */
  didLinking: DidLinkingKeys | undefined;
  gateway: GatewaySecrets;
  /** What the embeddings endpoint wants to be shown, where it wants anything. */
  embeddingsApiKey: string | undefined;
}

/** One secret given from outside; each use gets a key of its own, so that no signature can serve for another use. */
export function readSecrets(env: Env, dataDir: string): Secrets {
  const root = env.SERVICE_SECRET ? Buffer.from(env.SERVICE_SECRET, 'base64') : localSecret(dataDir);
  if (root.length < 32) throw new ConfigurationError(['SERVICE_SECRET: needs at least 32 bytes, in Base64']);
  const kmsMasterKey = env.KMS_MASTER_KEY ? Buffer.from(env.KMS_MASTER_KEY, 'base64') : undefined;
  if (kmsMasterKey && kmsMasterKey.length !== 32)
    throw new ConfigurationError(['KMS_MASTER_KEY: needs exactly 32 bytes, in Base64']);
  const derive = (use: string) =>
    new Uint8Array(hkdfSync('sha256', root, `labroom ${env.LABROOM_ENVIRONMENT}`, use, 32));
  return {
    serviceTokenKey: derive('service token'),
    uploadTokenKey: derive('upload token'),
    storageUrlKey: derive('storage url'),
    kmsMasterKey,
    storage: readStorageCredentials(env),
    didLinking: readDidLinkingKeys(env),
    gateway: readGatewaySecrets(env),
    embeddingsApiKey: env.EMBEDDINGS_API_KEY,
  };
}

/** The secret of a fresh checkout: made once, kept readable for its owner alone. */
function localSecret(dataDir: string): Buffer {
  const path = join(dataDir, 'service-secret');
  if (!existsSync(path)) {
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
