'use client';
import { DataRoomFileDocument } from '@labroom/client/documents';
import type { FileDetail } from '@labroom/client/download/download-api';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type DroppedFile, withPaths } from '#components/core/drop/dropped-files.ts';
import { showFailure } from '#components/core/wallet/show-failure.ts';
import { notify } from '#components/ui/message.ts';
import { takeCarriedFiles } from '#components/upload/drop/carried-files.ts';
import { callApi } from '#lib/api/browser.ts';
import { UploadDialog } from './parts.tsx';

interface Uploads {
  /** Asks how to upload files. Their paths begin in the folder that is shown. */
  give: (files: readonly DroppedFile[]) => void;
  /** Uploads dropped files as their folder is; asks where that is not clear. */
  drop: (files: readonly DroppedFile[]) => void;
  /** Lets the user choose the next version of a file, and asks how to upload it. */
  giveVersionOf: (path: string) => void;
  /** The field that chooses a file, and the dialog. */
  parts: ReactNode;
}

/** What was dropped or chosen in a data room, until its upload starts. */
export function useUploads(oclId: string): Uploads {
  const [dropped, setDropped] = useState<readonly DroppedFile[] | null>(null);
  const [isDrop, setDrop] = useState(false);
  const [target, setTarget] = useState<FileDetail | null>(null);
  const wanted = useRef('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setDropped((now) => takeCarriedFiles() ?? now), []);

  async function take(file: File): Promise<void> {
    try {
      const { dataRoomFile } = await callApi(DataRoomFileDocument, { oclId, path: wanted.current });
      if (!dataRoomFile) return notify('error', 'The file was not found.', 'It was deleted or moved.');
      setTarget(dataRoomFile);
      setDropped(withPaths([file]));
    } catch (error) {
      showFailure(error);
    }
  }

  function onChange({ target: field }: ChangeEvent<HTMLInputElement>) {
    const [file] = field.files ?? [];
    if (file) void take(file);
    field.value = '';
  }

  return {
    give: setDropped,
    drop(files) {
      setDrop(true);
      setDropped(files);
    },
    giveVersionOf(path) {
      wanted.current = path;
      input.current?.click();
    },
    parts: (
      <>
        <input
          ref={input}
          type="file"
          aria-label="Choose a new version"
          tabIndex={-1}
          hidden
          onChange={onChange}
        />
        {dropped && (
          <UploadDialog
            dropped={dropped}
            newVersionOf={target ?? undefined}
            isDrop={isDrop}
            onClose={() => {
              setDropped(null);
              setDrop(false);
              setTarget(null);
            }}
          />
        )}
      </>
    ),
  };
}
