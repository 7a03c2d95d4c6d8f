'use client';
import { Download, FolderInput, LockKeyhole, type LucideIcon, Trash2, X } from 'lucide-react';
import type { Filing } from '#components/core/data-room/filing.ts';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import type { RoomFile } from '#lib/download/room-files.ts';
import type { ZipDownload } from './use-zip-download.ts';

// Same height as the search field that it replaces, so that nothing moves.
const bar = '@container flex h-10 min-w-0 flex-1 items-center gap-2 rounded bg-veil pr-1 pl-3 text-sm';

interface SelectionBarProps {
  /** The selected files, including all files in selected folders. */
  files: readonly RoomFile[];
  /** Whether to offer a change. */
  offers: Filing['offers'];
  onMove: () => void;
  onChangeAccess: () => void;
  zip: ZipDownload;
  onDelete: () => void;
  onClear: () => void;
}

/** Actions for the selected rows, and the progress of a zip download. */
export function SelectionBar(props: SelectionBarProps) {
  const { files, offers, zip, onMove, onChangeAccess, onDelete, onClear } = props;
  if (zip.progress) return <ZipProgress zip={zip} />;
  const size = files.reduce((sum, file) => sum + Number(file.contentLength ?? 0), 0);
  return (
    <div className={bar}>
      <p role="status" className="min-w-0 flex-1 truncate">
        {files.length === 1 ? '1 file' : `${files.length} files`}
        <span className="@max-sm:sr-only">, {formatBytes(size)}</span>
      </p>
      <Action
        label="Download as zip"
        icon={Download}
        labelClass="@max-3xl:sr-only"
        disabled={files.length === 0}
        onClick={() => zip.start(files.map((file) => file.path))}
      />
      {offers('moveEntry') && (
        <Action label="Move to…" icon={FolderInput} labelClass="@max-lg:sr-only" onClick={onMove} />
      )}
      {offers('changeFileVersionAccess') && (
        <Action
          label="Change access…"
          icon={LockKeyhole}
          labelClass="@max-3xl:sr-only"
          disabled={files.length === 0}
          onClick={onChangeAccess}
        />
      )}
      {offers('trashEntry') && (
        <Action label="Delete" icon={Trash2} labelClass="@max-lg:sr-only" onClick={onDelete} />
      )}
      <Button size="icon" variant="quiet" aria-label="Clear the selection" onClick={onClear}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: LucideIcon;
  /** Hides the label where the bar is too narrow for it. */
  labelClass: string;
  disabled?: boolean;
  onClick: () => void;
}

function Action({ label, icon: Icon, labelClass, ...props }: ActionProps) {
  return (
    <Button size="sm" title={label} {...props}>
      <Icon aria-hidden className="size-4" />
      <span className={labelClass}>{label}</span>
    </Button>
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
