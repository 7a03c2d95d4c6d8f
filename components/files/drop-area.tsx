'use client';
import { FileUp, FolderUp } from 'lucide-react';
import { useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../ui/button.tsx';
import { type DroppedFile, withPaths } from './dropped-files.ts';

interface DropAreaProps {
  /** Where files will go, for the words shown while dragging. */
  folder: string;
  /** Whether uploading is what this person is probably here for. */
  isWriter: boolean;
  onFiles: (files: DroppedFile[]) => void;
}

/** Two buttons, and the whole window as a target for files and folders that are dragged over it. */
export function DropArea({ folder, isWriter, onFiles }: DropAreaProps) {
  const folderInput = useRef<HTMLInputElement>(null);
  const give = (files: readonly File[]) => {
    const dropped = withPaths(files);
    if (dropped.length > 0) onFiles(dropped);
  };
  const { getRootProps, getInputProps, isDragGlobal, isDragActive, open } = useDropzone({
    onDrop: give,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
  });

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant={isWriter ? 'primary' : 'secondary'} onClick={open}>
          <FileUp aria-hidden className="size-4" />
          Upload files
        </Button>
        <Button onClick={() => folderInput.current?.click()}>
          <FolderUp aria-hidden className="size-4" />
          Folder
        </Button>
      </div>
      <input
        ref={folderInput}
        type="file"
        multiple
        webkitdirectory=""
        aria-label="Choose a folder"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          give([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {/* Hidden until something is dragged over the window; then it lies over everything and takes the drop. */}
      <div
        {...getRootProps({ role: 'presentation' })}
        className={isDragGlobal || isDragActive ? 'fixed inset-0 z-50 bg-overlay p-6' : 'hidden'}
      >
        <input {...getInputProps({ 'aria-label': 'Choose files' })} />
        <p className="pointer-events-none flex h-full items-center justify-center rounded-lg border-2 border-dashed border-accent bg-surface text-center text-lg">
          Drop files or folders into {folder === '' ? 'this lab' : folder}
        </p>
      </div>
    </>
  );
}
