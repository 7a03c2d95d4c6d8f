'use client';
import { Download, Trash2, X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import type { FileRowFragment } from '#packages/client/documents.generated.ts';
import type { ZipDownload } from './use-zip-download.ts';

// Same height as the search field that it replaces, so that nothing moves.
const bar = 'flex h-10 min-w-0 flex-1 items-center gap-2 rounded bg-veil pr-1 pl-4 text-sm';

interface SelectionBarProps {
  /** The selected files, including all files in selected folders. */
  files: readonly FileRowFragment[];
  mayDelete: boolean;
  zip: ZipDownload;
  onDelete: () => void;
  onClear: () => void;
}

/** Actions for the selected rows, and the progress of a zip download. */
export function SelectionBar({ files, mayDelete, zip, onDelete, onClear }: SelectionBarProps) {
  if (zip.progress) return <ZipProgress zip={zip} />;
  const size = files.reduce((sum, file) => sum + Number(file.contentLength ?? 0), 0);
  return (
    <div className={bar}>
      <p role="status" className="min-w-0 flex-1 truncate">
        {files.length === 1 ? '1 file' : `${files.length} files`}, {formatBytes(size)}
      </p>
      <Button size="sm" onClick={() => zip.start(files.map((file) => file.path))}>
        <Download aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Download as zip</span>
      </Button>
      {mayDelete && (
        <Button size="sm" onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
      )}
      <Button size="icon" variant="quiet" aria-label="Clear the selection" onClick={onClear}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

function ZipProgress({ zip }: { zip: ZipDownload }) {
  if (!zip.progress) return null;
  const { done, total, path } = zip.progress;
  return (
    <div className={bar}>
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
