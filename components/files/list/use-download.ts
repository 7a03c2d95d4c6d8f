'use client';
import { LabroomError } from '@labroom/client/api-failure';
import { useRef, useState } from 'react';
import type { DataRoomLab } from '#components/core/data-room/data-room-context.tsx';
import { notify } from '#components/ui/message.ts';
import { zipName } from '#lib/data-room/zip-name.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { chooseSink } from '#lib/download/save.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useSession } from '#lib/session/session-context.tsx';

export interface Download {
  /** What is being saved, and how much of `total` is. */
  progress: { text: string; done: number; total: number } | null;
  /** Downloads the files of entries. `keys` are the selected files and folders, `files` all files in them. */
  start(keys: readonly string[], files: readonly RoomFile[]): Promise<void>;
  cancel(): void;
}

/** Downloads one selected file as itself, decrypted, and other entries as one zip, which lists the files that were left out. */
export function useDownload(lab: DataRoomLab): Download {
  const { session } = useSession();
  const [progress, setProgress] = useState<Download['progress']>(null);
  const controller = useRef<AbortController | null>(null);

  async function saveOne({ path, name, accessLevel }: RoomFile, signal: AbortSignal): Promise<void> {
    if (accessLevel !== 'PUBLIC' && !session)
      return notify('info', `${visibleName(name)} is encrypted.`, 'Sign in to download it.');
    const [{ saveVersion }, { downloadApi }] = await Promise.all([
      import('../opened/use-saved-file.ts'),
      import('#lib/download/browser-download-api.ts'),
    ]);
    const version = await downloadApi.findVersion(lab.oclId, path);
    if (!version) return notify('error', 'The file was not found.', 'It was deleted or moved.');
    await saveVersion(lab.oclId, version, {
      signal,
      onPercent: (percent) =>
        setProgress({ text: `Saving ${visibleName(name)}: ${percent} %`, done: percent, total: 100 }),
    });
  }

  async function saveZip(name: string, files: readonly RoomFile[], signal: AbortSignal): Promise<void> {
    const save = await chooseSink(name);
    if (!save) return;
    const total = files.length;
    const show = (path: string, done: number) =>
      setProgress({ text: `Zipping ${done + 1} of ${total}: ${visibleName(path)}`, done, total });
    show(files[0]?.path ?? '', 0);
    const [{ zipFiles }, { downloadApi }, { fileCrypto }] = await Promise.all([
      import('#lib/download/zip-files.ts'),
      import('#lib/download/browser-download-api.ts'),
      import('@labroom/client/crypto/crypto-api'),
    ]);
    let skipped = 0;
    const zip = zipFiles(
      { api: downloadApi, crypto: fileCrypto },
      { oclId: lab.oclId, name: lab.name },
      files.map(({ path }) => path),
      {
        signal,
        now: new Date(),
        onFile: show,
        onManifest: (manifest) => {
          skipped = manifest.skipped.length;
        },
      },
    );
    await save(zip);
    const left = skipped === 1 ? '1 file could not be opened' : `${skipped} files could not be opened`;
    if (skipped > 0) notify('info', `The zip is ready, but ${left}.`, 'See manifest.json in the zip.');
    else notify('success', 'The zip is ready.');
  }

  async function start(keys: readonly string[], files: readonly RoomFile[]): Promise<void> {
    const [first] = files;
    if (!first) return;
    const isOne = keys.length === 1 && keys[0] === first.path;
    const own = new AbortController();
    const { signal } = own;
    controller.current = own;
    try {
      await (isOne ? saveOne(first, signal) : saveZip(zipName(keys, lab.shortname), files, signal));
    } catch (error) {
      if (signal.aborted) notify('info', 'The download was cancelled.');
      else if (isOne)
        notify(
          'error',
          `${visibleName(first.name)} could not be opened.`,
          error instanceof LabroomError ? error.message : 'Open it to see why.',
        );
      else
        notify('error', 'The zip could not be written.', error instanceof Error ? error.message : undefined);
    } finally {
      setProgress(null);
    }
  }

  return { progress, start, cancel: () => controller.current?.abort() };
}
