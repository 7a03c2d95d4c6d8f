'use client';
import { FileUp, FolderUp } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ChangeEvent, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { type DroppedFile, withPaths } from './dropped-files.ts';
import { useFilesOverWindow } from './use-files-over-window.ts';

// Only who may upload, or drags something over the window, loads it.
const DropTarget = dynamic(() => import('./drop-target.tsx').then((module) => module.DropTarget), {
  ssr: false,
});

interface DropAreaProps {
  /** Where files will go, for the words shown while dragging. */
  folder: string;
  /** Whether uploading is what this person is probably here for. */
  isWriter: boolean;
  onFiles: (files: DroppedFile[]) => void;
}

/** Two buttons, and the whole window as a target for files and folders that are dragged over it. */
export function DropArea({ folder, isWriter, onFiles }: DropAreaProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const isDragging = useFilesOverWindow();

  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = withPaths([...(target.files ?? [])]);
    target.value = '';
    if (chosen.length > 0) onFiles(chosen);
  }

  return (
    <>
      <div className="flex flex-wrap gap-2 noscript:hidden">
        <Button variant={isWriter ? 'primary' : 'secondary'} onClick={() => fileInput.current?.click()}>
          <FileUp aria-hidden className="size-4" />
          Upload files
        </Button>
        <Button onClick={() => folderInput.current?.click()}>
          <FolderUp aria-hidden className="size-4" />
          Folder
        </Button>
      </div>
      {hydrated && (
        <>
          <input
            ref={fileInput}
            type="file"
            multiple
            aria-label="Choose files"
            tabIndex={-1}
            hidden
            onChange={take}
          />
          <input
            ref={folderInput}
            type="file"
            multiple
            webkitdirectory=""
            aria-label="Choose a folder"
            tabIndex={-1}
            hidden
            onChange={take}
          />
        </>
      )}
      {(isWriter || isDragging) && (
        <DropTarget into={folder === '' ? 'this lab' : folder} onFiles={onFiles} />
      )}
    </>
  );
}
