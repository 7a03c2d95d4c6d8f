'use client';
import { FileUp, FolderUp } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { type DroppedFile, withPaths } from './dropped-files.ts';

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
  const isDragging = useFilesOverWindow();

  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = withPaths([...(target.files ?? [])]);
    target.value = '';
    if (chosen.length > 0) onFiles(chosen);
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant={isWriter ? 'primary' : 'secondary'} onClick={() => fileInput.current?.click()}>
          <FileUp aria-hidden className="size-4" />
          Upload files
        </Button>
        <Button onClick={() => folderInput.current?.click()}>
          <FolderUp aria-hidden className="size-4" />
          Folder
        </Button>
      </div>
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
      {(isWriter || isDragging) && <DropTarget folder={folder} onFiles={onFiles} />}
    </>
  );
}

/** Whether files have been dragged over the window since the page is live. Until something takes them, a drop does nothing. */
function useFilesOverWindow(): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      setSeen(true);
      // The browser would open what is dropped, and the page would be gone.
      event.preventDefault();
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('drop', hold);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('drop', hold);
    };
  }, []);
  return seen;
}
