import { generateKeyPairSync } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { didKeys } from '../db/tables/labs.ts';

type Subject = 'account' | 'dataRoom' | 'file';

export interface DidKey {
  /** `did:odf:fed01` and the hex of an ed25519 public key (decisions.md, "Ids, paths, text"). */
  did: string;
  subject: Subject;
  wrappedPrivateKey: Uint8Array;
}

/** A new identity of its own key pair. The private key exists only wrapped. */
export async function createDidKey({ kms, config }: ServiceContext, subject: Subject): Promise<DidKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // The raw key is the last 32 bytes of its DER form.
  const did = `did:odf:fed01${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')}`;
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const wrappedPrivateKey = await kms.wrap(seed, {
    purpose: 'did-key',
    environment: config.environment,
    did,
  });
  seed.fill(0);
  return { did, subject, wrappedPrivateKey };
}

export async function recordDidKeys(tx: Transaction, keys: DidKey[]): Promise<void> {
  await tx.insert(didKeys).values(keys);
}
