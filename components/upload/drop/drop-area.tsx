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
  /** Whether uploading is offered: it is not to visitors. */
  isOffered: boolean;
  /** Whether the user may upload. */
  isWriter: boolean;
  /** Whether there is room for one label only, as always in windows below 1440 px. */
  isNarrow?: boolean;
  /** Called with files that were chosen. */
  onFiles: (files: DroppedFile[]) => void;
  /** Called with files that were dropped, if not as with chosen ones. */
  onDrop?: (files: DroppedFile[]) => void;
}

/** Two buttons to choose files or a folder, and a drop target over the whole window. */
export function DropArea({
  folder,
  isOffered,
  isWriter,
  isNarrow = false,
  onFiles,
  onDrop = onFiles,
}: DropAreaProps) {
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
      {isOffered && (
        <div className="flex flex-wrap gap-2 noscript:hidden">
          <Button variant={isWriter ? 'primary' : 'secondary'} onClick={() => fileInput.current?.click()}>
            <FileUp aria-hidden className="size-4" />
            Upload files
          </Button>
          <Button
            size={isNarrow ? 'icon' : 'md'}
            title="Upload a folder"
            className={isNarrow ? 'size-10' : 'max-[1439px]:w-10 max-[1439px]:px-0'}
            onClick={() => folderInput.current?.click()}
          >
            <FolderUp aria-hidden className="size-4" />
            <span className={isNarrow ? 'sr-only' : 'max-[1439px]:sr-only'}>Upload a folder</span>
          </Button>
        </div>
      )}
      {hydrated && isOffered && (
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
      {(isWriter || isDragging) && <DropTarget into={folder === '' ? 'this lab' : folder} onFiles={onDrop} />}
    </>
  );
}
