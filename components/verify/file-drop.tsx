'use client';
import { FileSearch } from 'lucide-react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

/** Takes files to look at; nothing of them leaves the browser. */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: (files) => files.length > 0 && onFiles(files),
    noClick: true,
    noKeyboard: true,
  });
  return (
    <div
      {...getRootProps({ role: 'presentation' })}
      className={classNames(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-10 text-center',
        isDragActive ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <input {...getInputProps({ 'aria-label': 'Choose files to verify' })} />
      <FileSearch aria-hidden className="size-6 text-muted" />
      <p>{isDragActive ? 'Drop it here' : 'Drop any file here'}</p>
      <Button variant="primary" onClick={open}>
        Choose a file
      </Button>
      <p className="text-sm text-muted">
        Nothing is uploaded. Your browser computes the SHA-256 of the file, and only that is looked up.
      </p>
    </div>
  );
}
