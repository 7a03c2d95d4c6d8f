import { createPrivateKey, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { isSignedByDid } from '#core/did/did-key.ts';
import type { Transaction } from '#platform/db/database.ts';
import { masterKeys } from '#platform/db/tables/installation.ts';
import { type Kms, KmsError } from '#platform/kms/kms.ts';
import { keysAtOnce, keysOf, type WrappedKey, type WrappedKind, wrappedKinds } from '../core/wrapped-keys.ts';
import type { Findings, Part } from './findings.ts';

/** AES-256. */
const DATA_KEY_BYTES = 32;

/** Opens every data key, DID key and webhook secret with the master key, and compares the DIDs with their keys. */
export const keys: Part = {
  name: 'keys',
  async look({ context: { kms, config }, tx, samples }) {
    const found: Findings = { seen: null, faults: [], unchecked: [] };
    const seen: string[] = [];
    for (const kind of wrappedKinds) {
      let [opened, unknown] = [0, 0];
      for await (const portion of chosenOf(tx, kind, config.environment, samples.keys))
        await Readable.from(portion).forEach(
          async (key: WrappedKey) => {
            const problem = await problemOf(kms, kind, key);
            if (problem === null) opened += 1;
            else if (problem === 'UNAVAILABLE') unknown += 1;
            else found.faults.push(`${singular[kind.name]} ${key.id} ${problem}`);
          },
          { concurrency: keysAtOnce },
        );
      if (unknown > 0)
        found.unchecked.push(`${unknown} ${kind.name}, because the key service did not answer.`);
      const total = await tx.$count(kind.table);
      const isSample = opened + unknown < total;
      seen.push(
        `${opened.toLocaleString('en')} ${isSample ? `of ${total.toLocaleString('en')} ` : ''}${kind.name}`,
      );
    }
    found.seen = `${seen.join(', ')} open`;
    const known = await tx.select({ name: masterKeys.name }).from(masterKeys);
    if (known.length === 0)
      found.faults.push(
        'The database records no master key (master_keys), so that a start with another one is not refused.',
      );
    return found;
  },
};

const singular: Readonly<Record<WrappedKind['name'], string>> = {
  'data keys': 'The data key',
  'DID keys': 'The key of',
  'webhook secrets': 'The webhook secret',
};

/** All keys of a kind, or as many as wanted from a random place on. After the last one come the first ones. */
async function* chosenOf(
  tx: Transaction,
  kind: WrappedKind,
  environment: string,
  most: number,
): AsyncGenerator<WrappedKey[]> {
  const start = most === Number.POSITIVE_INFINITY ? '' : kind.randomId();
  let left = most;
  for await (const keys of keysOf(tx, kind, environment, start)) {
    if (left <= 0) return;
    yield keys.slice(0, left);
    left -= keys.length;
  }
  if (start === '') return;
  for await (const keys of keysOf(tx, kind, environment)) {
    const before = keys.filter(({ id }) => id <= start).slice(0, Math.max(0, left));
    if (before.length === 0) return;
    yield before;
    left -= before.length;
  }
}

/** Why a key is not what its row says; null if it is. */
async function problemOf(
  kms: Kms,
  kind: WrappedKind,
  { id, wrap, context }: WrappedKey,
): Promise<string | null> {
  try {
    const key = await kms.unwrapDataKey(wrap, context);
    try {
      if (kind.name === 'data keys' && key.length !== DATA_KEY_BYTES)
        return `has ${key.length} bytes and not ${DATA_KEY_BYTES}.`;
      if (kind.name === 'DID keys' && !isKeyOf(id, key)) return 'opens, and is the key of another DID.';
      return null;
    } finally {
      key.fill(0);
    }
  } catch (error) {
    if (!(error instanceof KmsError)) throw error;
    return error.kind === 'UNAVAILABLE' ? error.kind : `does not open: ${error.message}`;
  }
}

/** Start of a raw ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');
const anyMessage = Buffer.from('labroom check');

/** Whether a signature of this private key is one of the DID. */
function isKeyOf(did: string, seed: Uint8Array): boolean {
  if (seed.length !== 32) return false;
  const der = Buffer.concat([pkcs8Header, seed]);
  try {
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return isSignedByDid(did, anyMessage, sign(null, anyMessage, key));
  } finally {
    der.fill(0);
  }
}
