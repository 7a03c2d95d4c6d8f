'use client';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { openFile } from '@labroom/client/download/open-file';
import { wait } from '@labroom/client/wait';
import { useState } from 'react';
import { downloadApi } from '#lib/download/browser-download-api.ts';
import { chooseSink, saveBlob } from '#lib/download/save.ts';

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
      const { streamVersion } = await import('@labroom/client/download/stream-file');
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
