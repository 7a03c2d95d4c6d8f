'use client';
import { Download, Trash2, X } from 'lucide-react';
import type { FileRowFragment } from '../../lib/api/documents.generated.ts';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/byte-size.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { ZipDownload } from './use-zip-download.ts';

interface SelectionBarProps {
  /** The chosen files, those within chosen folders included. */
  files: readonly FileRowFragment[];
  mayDelete: boolean;
  zip: ZipDownload;
  onDelete: () => void;
  onClear: () => void;
}

/** What can be done with the chosen rows. */
export function SelectionBar({ files, mayDelete, zip, onDelete, onClear }: SelectionBarProps) {
  if (zip.progress) return <ZipProgress zip={zip} />;
  if (files.length === 0) return null;
  const size = files.reduce((sum, file) => sum + Number(file.contentLength ?? 0), 0);
  return (
    <div className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2 pl-4 text-sm shadow-overlay">
      <p role="status" className="min-w-0 flex-1">
        {files.length === 1 ? '1 file' : `${files.length} files`} chosen, {formatBytes(size)}
      </p>
      <Button size="sm" onClick={() => zip.start(files.map((file) => file.path))}>
        <Download aria-hidden className="size-4" />
        Download as zip
      </Button>
      {mayDelete && (
        <Button size="sm" onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      <Button size="icon" variant="quiet" aria-label="Choose none" onClick={onClear}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

function ZipProgress({ zip }: { zip: ZipDownload }) {
  if (!zip.progress) return null;
  const { done, total, path } = zip.progress;
  return (
    <div className="sticky bottom-2 z-20 flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-2 pl-4 text-sm shadow-overlay">
      <div className="min-w-0 flex-1">
        <p className="truncate">
          Zipping {done + 1} of {total}: {path}
        </p>
        <ProgressBar label="Zip" value={done} max={total} />
      </div>
      <Button size="sm" variant="quiet" onClick={zip.cancel}>
        Cancel
      </Button>
    </div>
  );
}
