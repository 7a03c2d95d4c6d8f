import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { didKeys } from '#platform/db/tables/labs.ts';

type Subject = 'account' | 'dataRoom' | 'file' | 'release';

export interface DidKey {
  /** `did:odf:fed01` and the hex of an ed25519 public key (docs/specification/did-linking.md). */
  did: string;
  subject: Subject;
  wrappedPrivateKey: Uint8Array;
}

const prefix = 'did:odf:fed01';
/** DER prefix of a raw 32-byte ed25519 public key (RFC 8410). */
const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex');
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates a DID with a new key pair. Only the wrapped private key is kept. */
export async function createDidKey({ kms, config }: ServiceContext, subject: Subject): Promise<DidKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const did = `${prefix}${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')}`;
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const wrappedPrivateKey = await kms.wrap(seed, didKeyContext(config.environment, did));
  seed.fill(0);
  return { did, subject, wrappedPrivateKey };
}

export function recordDidKeys(tx: Transaction, keys: DidKey[]) {
  return tx.insert(didKeys).values(keys);
}

/**
 * The ed25519 signature of a DID's own key, 64 bytes.
 * @throws KmsError; Error if the key of this DID is missing
 */
export async function signWithDidKey(
  { db, kms, config }: Pick<ServiceContext, 'db' | 'kms' | 'config'>,
  did: string,
  message: Uint8Array,
): Promise<Uint8Array> {
  const [row] = await db.select().from(didKeys).where(eq(didKeys.did, did));
  if (!row) throw new Error(`There is no key of ${did}`);
  const seed = await kms.unwrapDataKey(row.wrappedPrivateKey, didKeyContext(config.environment, did));
  const der = Buffer.concat([pkcs8Header, seed]);
  try {
    return sign(null, message, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  } finally {
    seed.fill(0);
    der.fill(0);
  }
}

/** Verifies a signature with the key that a DID names. */
export function isSignedByDid(did: string, message: Uint8Array, signature: Uint8Array): boolean {
  const raw = Buffer.from(did.startsWith(prefix) ? did.slice(prefix.length) : '', 'hex');
  if (raw.length !== 32) return false;
  const key = createPublicKey({ key: Buffer.concat([spkiHeader, raw]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}

/** Encryption context of the wrapped private key of a DID. */
export function didKeyContext(environment: string, did: string) {
  return { purpose: 'did-key', environment, did };
}
