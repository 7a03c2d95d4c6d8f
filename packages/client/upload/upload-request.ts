import type { EncryptedAccessLevel } from '@labroom/protocol/access-level';
import type { FinishArguments } from './finish-arguments.ts';

export interface UploadRequest {
  oclId: string;
  file: File;
  contentType: string;
  /** A new file at a path, or a new version of the file with this DID. */
  target: { path: string } | { ref: string };
  /** Everyone; or the team, possibly with holders of the lab's token, by onchain conditions (JSON). */
  access: { level: 'PUBLIC' } | { level: EncryptedAccessLevel; conditions: string };
  /** The authenticated wallet. */
  changeBy: string;
  description?: string;
  tags?: string[];
  categories?: string[];
  /** Text by which search finds the file; everyone can read it. `''` removes the text of the previous version. */
  contentText?: string;
  /** The encoding of its text, as the lab saved it (`DataRoomFile.savedView`). By default its bytes tell it. */
  encoding?: string | undefined;
  /** What changed in this version. */
  changeNote?: string;
  /**
   * Removes description, tags and categories that are left empty. By default a new version keeps the previous values.
   */
  replacesMetadata?: boolean;
}

export type UploadPhase = 'comparing' | 'reading' | 'encrypting' | 'sending' | 'finishing';

/** SHA-256 of all bytes, `sha256:` and lowercase hex; or of each MiB, one after the other. */
export type SentBytes = { hash: string } | { chunks: Uint8Array };

/** What was sent, as `finish` names it. */
export interface SentFile {
  uploadToken: string;
  /** What the bytes that were sent are known by. */
  sent: SentBytes;
  encryptionMetadata?: NonNullable<FinishArguments['encryptionMetadata']>;
}

export interface UploadObserver {
  onPhase?(phase: UploadPhase): void;
  /** Number of bytes sent so far. */
  onBytes?(bytes: number): void;
}
