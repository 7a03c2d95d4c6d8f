'use client';
import { FileUp, FolderUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { part } from '#components/ui/part.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { type DroppedFile, withPaths } from '../../core/drop/dropped-files.ts';
import { useFilesOverWindow } from '../../core/drop/use-files-over-window.ts';

// Loaded for contributors, or when a file is dragged over the window.
const DropTarget = part(async () => (await import('../../core/drop/drop-target.tsx')).DropTarget);

interface DropAreaProps {
  /** Target folder, shown while dragging. */
  folder: string;
  /** Whether the user may upload. */
  isWriter: boolean;
  /** Whether there is room for one label only, as always on a phone. */
  isNarrow?: boolean;
  onFiles: (files: DroppedFile[]) => void;
}

/** Two buttons to choose files or a folder, and a drop target over the whole window. */
export function DropArea({ folder, isWriter, isNarrow = false, onFiles }: DropAreaProps) {
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
        <Button
          size={isNarrow ? 'icon' : 'md'}
          title="Upload a folder"
          className={isNarrow ? 'size-10' : 'max-sm:w-10 max-sm:px-0'}
          onClick={() => folderInput.current?.click()}
        >
          <FolderUp aria-hidden className="size-4" />
          <span className={isNarrow ? 'sr-only' : 'max-sm:sr-only'}>Upload a folder</span>
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
