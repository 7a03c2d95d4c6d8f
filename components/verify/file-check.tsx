'use client';
import { useRef, useState } from 'react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { part } from '../ui/part.tsx';
import type { CheckedFile } from './checked-file.ts';
import { FileDrop } from './file-drop.tsx';

// Loaded with the first file.
const FileResult = part(async () => (await import('./file-result.tsx')).FileResult);

/** Identifies dropped files, newest first. */
export function FileCheck() {
  const [files, setFiles] = useState<CheckedFile[]>([]);
  const nextId = useRef(1);
  const isSignedIn = useIdentity().kind === 'signed-in';

  async function check(dropped: File[]) {
    const added = dropped.map((file) => {
      const { name, size } = file;
      return {
        file,
        row: { id: nextId.current++, name, size, found: null, failure: null, asMember: isSignedIn },
      };
    });
    setFiles((before) => [...added.map(({ row }) => row), ...before]);
    const update = (id: number, part: Partial<CheckedFile>) =>
      setFiles((before) => before.map((row) => (row.id === id ? { ...row, ...part } : row)));
    // Loads the API client and the worker on the first file.
    const [{ findFile }, { explainFailure }] = await Promise.all([
      import('./find-file.ts'),
      import('#lib/wallet/explain-failure.ts'),
    ]);
    // One at a time, because a file is in memory while it is hashed.
    for (const { file, row } of added) {
      await findFile(file).then(
        (found) => update(row.id, { found }),
        (error: unknown) => update(row.id, { failure: explainFailure(error) }),
      );
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <FileDrop onFiles={check} />
      <ul aria-label="Files" aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {files.map((file) => (
          <li key={file.id}>
            <FileResult file={file} isSignedIn={file.asMember} />
          </li>
        ))}
      </ul>
    </div>
  );
}
