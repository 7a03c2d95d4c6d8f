import type { StreamKey } from '../crypto/primitives/gcm-stream.ts';

/** What an upload in parts needs to go on. Its key cannot be extracted. */
export interface UploadInParts {
  uploadToken: string;
  /** ISO 8601. It can be finished until then. */
  expiresAt: string;
  partLength: number;
  /** Where it goes, if its file was named by a path. */
  place?: { oclId: string; path: string };
  /** `null` for a public file. */
  sealing: {
    key: StreamKey;
    /** 12 bytes. */
    iv: Uint8Array<ArrayBuffer>;
    encryptedDek: string;
    encryptionSystem: string;
    /** ISO 8601. */
    encryptedAt: string;
  } | null;
}

/**
 * The hash of every part that was sent or was about to be. A part leaves only after its hash was recorded, so a part that would
 * differ from an earlier one under the same key and IV is noticed before it is sent.
 */
export interface PartLedger {
  /** Records the hash of a part, unless there is one: that one is returned, else `null`. Resolves when it is kept. */
  record(number: number, sha256: string): Promise<string | null>;
}

export interface KeptUpload {
  upload: UploadInParts;
  ledger: PartLedger;
}

/** Uploads in parts that can go on in another session of this program. */
export interface KeptUploads {
  find(id: string): Promise<KeptUpload | null>;
  /** @param dataKey of `upload`, for programs that can store bytes only: Base64, 32 bytes; `null` for a public file */
  keep(id: string, upload: UploadInParts, dataKey: string | null): Promise<PartLedger>;
  forget(id: string): Promise<void>;
}

/** For programs that keep no upload beyond their end. */
export const keptNowhere: KeptUploads = {
  find: async () => null,
  async keep() {
    const hashes = new Map<number, string>();
    return {
      async record(number, sha256) {
        const before = hashes.get(number) ?? null;
        if (before === null) hashes.set(number, sha256);
        return before;
      },
    };
  },
  forget: async () => {},
};

/** The first part is made while the upload is being kept, and leaves when it is. */
export function whenKept(keeping: Promise<PartLedger>): PartLedger {
  // Its failure is reported when a part is recorded.
  keeping.catch(() => {});
  return { record: async (number, sha256) => (await keeping).record(number, sha256) };
}
