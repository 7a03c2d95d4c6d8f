'use client';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { openFile } from '@labroom/client/download/open-file';
import { wait } from '@labroom/client/wait';
import { useState } from 'react';
import { nameOf } from '#lib/data-room/moves.ts';
import { downloadApi } from '#lib/download/browser-download-api.ts';
import { chooseSink, saveBlob } from '#lib/download/save.ts';

/** Larger files are saved piece by piece. Bytes. */
const MOST_IN_MEMORY = 100 * 1_048_576;

interface Saving {
  signal: AbortSignal;
  /** Called with how much of a large file is saved. */
  onPercent: (percent: number) => void;
}

/**
 * Saves a version on the disk, decrypted, under the name of the file. A large one goes to a place that the user chooses, where
 * the browser offers that, and what is not verified to its end is not kept there. Errors: `LabroomError`, `CryptoError`.
 */
export async function saveVersion(
  oclId: string,
  version: FileVersion,
  { signal, onPercent }: Saving,
): Promise<void> {
  const name = nameOf(version.path);
  if (version.contentLength <= MOST_IN_MEMORY) {
    const ports = { api: downloadApi, crypto: fileCrypto };
    return saveBlob((await openFile(ports, oclId, version, { signal })).body, name);
  }
  const write = await chooseSink(name);
  if (!write) return;
  onPercent(0);
  const { streamVersion } = await import('@labroom/client/download/stream-file');
  const { body } = await streamVersion(
    { api: downloadApi, wait },
    { oclId, path: version.path, version: version.version },
    { signal, onBytes: (bytes) => onPercent(Math.floor((100 * bytes) / version.contentLength)) },
  );
  await write(body);
}

interface SavedFile {
  /** How much of a large file was saved; `null` while none is. */
  percent: number | null;
  /** `saveVersion` */
  save(version: FileVersion): Promise<void>;
}

export function useSavedFile(oclId: string): SavedFile {
  const [percent, setPercent] = useState<number | null>(null);
  async function save(version: FileVersion): Promise<void> {
    try {
      await saveVersion(oclId, version, { signal: new AbortController().signal, onPercent: setPercent });
    } finally {
      setPercent(null);
    }
  }
  return { percent, save };
}
