'use client';
import { useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { noteHandles } from '#lib/upload/kept-sources.ts';
import { type DroppedFile, withPaths } from './dropped-files.ts';

interface DropTargetProps {
  /** Ends the text shown while dragging: "Drop files or folders into …". */
  into: string;
  onFiles: (files: DroppedFile[]) => void;
}

/** Drop target over the whole window, hidden until files are dragged over it. */
export function DropTarget({ into, onFiles }: DropTargetProps) {
  const handles = useRef<Promise<FileSystemHandle[]> | null>(null);
  const { getRootProps, getInputProps, isDragGlobal, isDragActive } = useDropzone({
    onDrop: async (files) => {
      const dropped = withPaths(files);
      if (dropped.length === 0) return;
      noteHandles(dropped, (await handles.current) ?? []);
      onFiles(dropped);
    },
    noClick: true,
    noKeyboard: true,
    noPaste: true,
  });
  return (
    <div
      {...getRootProps({
        role: 'presentation',
        onDrop: ({ dataTransfer }) => {
          handles.current = handlesOf([...dataTransfer.items]);
        },
      })}
      className={isDragGlobal || isDragActive ? 'fixed inset-0 z-50 bg-overlay p-6' : 'hidden'}
    >
      <input {...getInputProps({ 'aria-hidden': true, tabIndex: -1 })} />
      <p className="pointer-events-none flex h-full items-center justify-center rounded border-2 border-dashed border-acc bg-sheet text-center text-lg">
        <span className="line-clamp-3 px-4 break-words">
          Drop files or folders into <bdi>{into}</bdi>
        </span>
      </p>
    </div>
  );
}

type Item = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** Handles of the dropped files and folders. The browser gives them only while it handles the drop. */
async function handlesOf(items: readonly Item[]): Promise<FileSystemHandle[]> {
  const asked = await Promise.allSettled(items.map((item) => item.getAsFileSystemHandle?.()));
  return asked.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
}
