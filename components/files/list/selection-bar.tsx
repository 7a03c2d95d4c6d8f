'use client';
import { Download, FolderInput, LockKeyhole, type LucideIcon, Trash2, X } from 'lucide-react';
import type { Filing } from '#components/core/data-room/filing.ts';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { contentSize } from '#lib/data-room/content-size.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import type { Download as Downloading } from './use-download.ts';

interface SelectionBarProps {
  /** The selected entries. */
  keys: ReadonlySet<string>;
  /** The selected files, including all files in selected folders. */
  files: readonly RoomFile[];
  /** Whether to offer a change. */
  offers: Filing['offers'];
  onMove: () => void;
  onChangeAccess: () => void;
  download: Downloading;
  onDelete: () => void;
  onClear: () => void;
}

/** Actions for the selected rows, and the progress of a download, in the line above the list (`StatusLine`). */
export function SelectionBar(props: SelectionBarProps) {
  const { keys, files, offers, download, onMove, onChangeAccess, onDelete, onClear } = props;
  if (download.progress) return <DownloadProgress download={download} />;
  const isOne = keys.size === 1 && files.some(({ path }) => keys.has(path));
  const size = files.reduce((sum, file) => sum + contentSize(file), 0);
  return (
    <>
      <p role="status" className="min-w-0 flex-1 truncate text-ink peer-[:not(:empty)]:sr-only">
        {files.length === 1 ? '1 file' : `${files.length} files`}
        <span className="@max-sm:sr-only">, {formatBytes(size)}</span>
      </p>
      <Action
        label={isOne ? 'Download' : 'Download as zip'}
        icon={Download}
        labelClass="@max-3xl:sr-only"
        disabled={files.length === 0}
        onClick={() => void download.start([...keys], files)}
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
    </>
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

function DownloadProgress({ download: { progress, cancel } }: { download: Downloading }) {
  if (!progress) return null;
  const { text, done, total } = progress;
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="truncate text-ink">{text}</p>
        <ProgressBar label="Download" value={done} max={total} />
      </div>
      <Button size="sm" variant="quiet" onClick={cancel}>
        Cancel
      </Button>
    </>
  );
}
