'use client';
import { useDropzone } from 'react-dropzone';
import { type DroppedFile, withPaths } from './dropped-files.ts';

interface DropTargetProps {
  /** Ends the text shown while dragging: "Drop files or folders into …". */
  into: string;
  onFiles: (files: DroppedFile[]) => void;
}

/** Drop target over the whole window, hidden until files are dragged over it. */
export function DropTarget({ into, onFiles }: DropTargetProps) {
  const { getRootProps, getInputProps, isDragGlobal, isDragActive } = useDropzone({
    onDrop: (files) => {
      const dropped = withPaths(files);
      if (dropped.length > 0) onFiles(dropped);
    },
    noClick: true,
    noKeyboard: true,
    noPaste: true,
  });
  return (
    <div
      {...getRootProps({ role: 'presentation' })}
      className={isDragGlobal || isDragActive ? 'fixed inset-0 z-50 bg-overlay p-6' : 'hidden'}
    >
      <input {...getInputProps({ 'aria-hidden': true, tabIndex: -1 })} />
      <p className="pointer-events-none flex h-full items-center justify-center rounded border-2 border-dashed border-acc bg-sheet text-center text-lg">
        Drop files or folders into {into}
      </p>
    </div>
  );
}
