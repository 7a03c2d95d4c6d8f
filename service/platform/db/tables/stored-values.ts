import type { AccessLevel } from '@labroom/protocol/access-level';

/** A state of a version that `changeFileVersionAccess` ended. */
export interface FormerAccess {
  accessLevel: AccessLevel;
  /** ISO 8601. */
  until: string;
  /** SHA-256 of the ciphertext, lowercase hex. Null for plaintext, whose hash could confirm a guess at the content. */
  sha256: string | null;
}

/** How a version is encrypted, as stated by its author. The wrapped key is in `data_keys`. */
export interface StoredEncryption {
  encryptionSystem: string;
  iv: string;
  contentHash: string;
  accessControlConditions: string;
  /** The same without the lists of single files at their end, by which a lookup finds the version. Absent where it has none. */
  lookupConditions?: string;
  encryptedBy: string;
  encryptedAt: string;
  /** Authenticates the list in `object_chunks`; Base64, 32 bytes. Absent where the author made none. */
  chunksMac?: string;
}

export interface UploadParts {
  /** Bytes of every part but the last one. */
  partLength: number;
  /** The name of the upload in the storage; empty until the storage has begun it, before the caller knows of it. */
  storageId: string;
  /** Whether joining has begun. */
  isJoined?: boolean;
  /** SHA-256 of the object, lowercase hex, once the parts were joined. */
  sha256?: string;
}
