'use client';
import { useState } from 'react';
import { downloadApi } from '#lib/download/browser-download-api.ts';
import { chooseSink, saveBlob } from '#lib/download/save.ts';
import { fileCrypto } from '#packages/client/crypto/crypto-api.ts';
import type { FileVersion } from '#packages/client/download/download-ports.ts';
import { openFile } from '#packages/client/download/open-file.ts';
import { wait } from '#packages/client/wait.ts';

/** Larger files are saved piece by piece. Bytes. */
const MOST_IN_MEMORY = 100 * 1_048_576;

interface SavedFile {
  /** How much of a large file was saved; `null` while none is. */
  percent: number | null;
  /**
   * Saves a version on the disk. A large one goes to a place that the user chooses, where the browser offers that, and what is not
   * verified to its end is not kept there. Errors: `LabroomError`, `CryptoError`.
   */
  save(version: FileVersion): Promise<void>;
}

export function useSavedFile(oclId: string, name: string): SavedFile {
  const [percent, setPercent] = useState<number | null>(null);

  async function save(version: FileVersion): Promise<void> {
    const { signal } = new AbortController();
    if (version.contentLength <= MOST_IN_MEMORY) {
      const ports = { api: downloadApi, crypto: fileCrypto };
      return saveBlob((await openFile(ports, oclId, version, { signal })).body, name);
    }
    const write = await chooseSink(name);
    if (!write) return;
    setPercent(0);
    try {
      const { streamVersion } = await import('#packages/client/download/stream-file.ts');
      const { body } = await streamVersion(
        { api: downloadApi, wait },
        { oclId, path: version.path, version: version.version },
        { onBytes: (bytes) => setPercent(Math.floor((100 * bytes) / version.contentLength)) },
      );
      await write(body);
    } finally {
      setPercent(null);
    }
  }
  return { percent, save };
}
