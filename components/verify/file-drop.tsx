'use client';
import { FileSearch } from 'lucide-react';
import { useRef } from 'react';
import { useFilesOverWindow } from '../core/drop/use-files-over-window.ts';
import { Button } from '../ui/button.tsx';
import { part } from '../ui/part.tsx';
import { Term } from '../ui/term.tsx';

// Loaded when a file is dragged over the window.
const DropTarget = part(async () => (await import('../core/drop/drop-target.tsx')).DropTarget);

/** Chooses files to check. Their content does not leave the browser. */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const isDragging = useFilesOverWindow();
  return (
    <div className="flex flex-col items-center gap-3 rounded border border-dashed border-edge px-6 py-10 text-center">
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Choose files to verify"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          target.value = '';
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
      <FileSearch aria-hidden className="size-6 text-ink2" />
      <p>Drop any file here</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className="text-sm text-ink2">
        Nothing is uploaded. Your browser computes the <Term name="fingerprint">fingerprint</Term> of the file
        (SHA-256) and looks up only that.
      </p>
      {isDragging && (
        <DropTarget into="this check" onFiles={(dropped) => onFiles(dropped.map(({ file }) => file))} />
      )}
    </div>
  );
}
