'use client';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { carryFiles } from './carried-files.ts';
import { DropArea } from './drop-area.tsx';

/** Takes the first files of a lab, by a drop anywhere on the page or by choice, to the data room, which asks who can open them. */
export function FirstFilesDrop({ filesPath }: { filesPath: string }) {
  const router = useRouter();
  const [isLeaving, startLeaving] = useTransition();
  const onFiles = (files: DroppedFile[]) => {
    carryFiles(files);
    startLeaving(() => router.push(filesPath));
  };
  return (
    <div
      aria-busy={isLeaving}
      className="flex min-h-48 flex-col items-center justify-center gap-4 rounded border border-dashed border-edge bg-sheet p-6 text-center"
    >
      <p className="font-serif text-lg">Drop files or folders anywhere on this page</p>
      <DropArea folder="" isOffered isWriter onFiles={onFiles} />
    </div>
  );
}
