'use client';
import { useRef, useState } from 'react';
import type { DataRoomLab } from '#components/core/data-room/data-room-context.tsx';
import { notify } from '#components/ui/toast.ts';
import { chooseSink } from '#lib/download/save.ts';

export interface ZipDownload {
  progress: { done: number; total: number; path: string } | null;
  start(paths: readonly string[]): Promise<void>;
  cancel(): void;
}

/** Downloads files as one zip, then lists the files that were left out. */
export function useZipDownload(lab: DataRoomLab): ZipDownload {
  const [progress, setProgress] = useState<ZipDownload['progress']>(null);
  const controller = useRef<AbortController | null>(null);

  async function start(paths: readonly string[]) {
    const save = await chooseSink(`${lab.shortname}.zip`);
    const [first] = paths;
    if (!save || first === undefined) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProgress({ done: 0, total: paths.length, path: first });
    let skipped = 0;
    try {
      const [{ zipFiles }, { downloadApi }, { fileCrypto }] = await Promise.all([
        import('#lib/download/zip-files.ts'),
        import('#lib/download/browser-download-api.ts'),
        import('@labroom/client/crypto/crypto-api'),
      ]);
      const zip = zipFiles(
        { api: downloadApi, crypto: fileCrypto },
        { oclId: lab.oclId, name: lab.name },
        paths,
        {
          signal,
          now: new Date(),
          onFile: (path, done) => setProgress({ done, total: paths.length, path }),
          onManifest: (manifest) => {
            skipped = manifest.skipped.length;
          },
        },
      );
      await save(zip);
      const left = skipped === 1 ? '1 file could not be opened' : `${skipped} files could not be opened`;
      if (skipped > 0) notify('info', `The zip is ready, but ${left}.`, 'See manifest.json in the zip.');
      else notify('success', 'The zip is ready.');
    } catch (error) {
      if (signal.aborted) notify('info', 'The zip was cancelled.');
      else
        notify('error', 'The zip could not be written.', error instanceof Error ? error.message : undefined);
    } finally {
      setProgress(null);
    }
  }

  return { progress, start, cancel: () => controller.current?.abort() };
}
