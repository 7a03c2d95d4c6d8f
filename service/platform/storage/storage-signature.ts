import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { SigningKeys } from '../config/secrets.ts';
import { type ByteReasonName, byteReasons } from './byte-reasons.ts';

/** What a URL of the disk storage allows. The signature covers every field. */
export type StorageGrant =
  | {
      method: 'PUT';
      key: string;
      contentType: string;
      contentLength: number;
      expires: number;
      singleUse: boolean;
      /** The number of a part; absent for a whole object. */
      part?: number;
    }
  | { method: 'GET'; key: string; contentType: string; fileName: string; expires: number };

/** Why a URL for an upload or download is rejected. */
export class StorageRejectionError extends Error {
  readonly reason: ByteReasonName;

  constructor(reason: ByteReasonName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageRejectionError';
    this.reason = reason;
  }

  get status() {
    return byteReasons[this.reason].status;
  }
}

const minimumKeyBytes = 32;

/**
 * Signs and verifies the URLs of the disk storage with HMAC-SHA-256.
 * @throws Error for a key under 32 bytes: a storage with an empty key would accept any signature.
 */
export class StorageSigner {
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  constructor([first, ...others]: SigningKeys) {
    this.#keys = [secretKey(first), ...others.map(secretKey)];
  }

  /** Returns the query string that contains the grant. */
  query(grant: StorageGrant): string {
    const fields =
      grant.method === 'PUT'
        ? `length=${grant.contentLength}${grant.singleUse ? '&once=1' : ''}${grant.part === undefined ? '' : `&part=${grant.part}`}`
        : `name=${encodeURIComponent(grant.fileName)}`;
    return `type=${encodeURIComponent(grant.contentType)}&${fields}&expires=${grant.expires}&signature=${sign(grant, this.#keys[0])}`;
  }

  /** @throws StorageRejectionError 403 when the grant was not signed by this storage, was changed, or has expired. */
  verify(method: 'PUT' | 'GET', key: string, query: URLSearchParams, now: number): StorageGrant {
    const grant = readGrant(method, key, query);
    // Compared as text, because several texts decode to the same bytes, and a URL should have one valid signature only.
    const given = Buffer.from(query.get('signature') ?? '');
    const isSigned = this.#keys.some((key) => {
      const expected = Buffer.from(sign(grant, key));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (!isSigned) {
      throw new StorageRejectionError(
        'SIGNATURE_MISMATCH',
        'The signature of this URL is invalid. Request a new URL.',
      );
    }
    if (now >= grant.expires)
      throw new StorageRejectionError('URL_EXPIRED', 'This URL has expired. Request a new one.');
    return grant;
  }
}

function secretKey(key: Uint8Array): KeyObject {
  if (key.length < minimumKeyBytes)
    throw new Error(`The storage signing key has ${key.length} bytes; it needs at least ${minimumKeyBytes}.`);
  return createSecretKey(key);
}

function sign(grant: StorageGrant, secret: KeyObject): string {
  const { method, key, contentType, expires } = grant;
  const rest = method === 'PUT' ? [grant.contentLength, grant.singleUse, ...partOf(grant)] : [grant.fileName];
  const canonical = JSON.stringify(['storage-url-v1', method, key, contentType, expires, ...rest]);
  return createHmac('sha256', secret).update(canonical).digest('base64url');
}

const partOf = ({ part }: { part?: number }) => (part === undefined ? [] : [part]);

function readGrant(method: 'PUT' | 'GET', key: string, query: URLSearchParams): StorageGrant {
  const contentType = query.get('type') ?? '';
  const expires = Number(query.get('expires') ?? Number.NaN);
  if (method === 'GET') return { method, key, contentType, fileName: query.get('name') ?? '', expires };
  const contentLength = Number(query.get('length') ?? Number.NaN);
  const singleUse = query.get('once') === '1';
  const part = query.get('part');
  return { method, key, contentType, contentLength, expires, singleUse, ...(part && { part: Number(part) }) };
}
