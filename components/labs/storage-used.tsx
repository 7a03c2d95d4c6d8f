import { formatBytes } from '../ui/byte-size.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

interface StorageUsedProps {
  files: number;
  /** Bytes, decimal. */
  used: string;
  limit: string;
}

export function StorageUsed({ files, used, limit }: StorageUsedProps) {
  return (
    <div className="tabular flex flex-col gap-2 text-sm">
      <p>
        {files} {files === 1 ? 'file' : 'files'}, {formatBytes(used)} of {formatBytes(limit)} with all
        versions
      </p>
      <ProgressBar label="Storage used" value={Number(used)} max={Number(limit)} />
    </div>
  );
}
