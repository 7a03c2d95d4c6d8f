import { formatAmount } from '@labroom/protocol/token-amount';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { AccessSymbol } from '../core/access/access-symbol.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { HolderFolder } from './holder-files.ts';

interface HolderFilesListProps {
  shortname: string;
  folders: readonly HolderFolder[];
  /** All files for holders. `folders` covers the first hundred. */
  fileCount: number;
  symbol: string;
  /** Of the token; `null` if unknown. */
  decimals: number | null;
}

/** What holders may open, by folder, and the balance that opens it. */
export function HolderFilesList({ shortname, folders, fileCount, symbol, decimals }: HolderFilesListProps) {
  if (fileCount === 0) {
    return (
      <p className="max-w-prose text-sm text-ink2">
        No file is shared with holders yet. An owner or contributor chooses holders when uploading a file or
        changing its access.
      </p>
    );
  }
  const counted = folders.reduce((sum, { paths }) => sum + paths.length, 0);
  return (
    <div>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {folders.map(({ name, paths, minimum }) => {
          const [first = ''] = paths;
          const title = paths.length === 1 ? first : (name ?? 'Outside of folders');
          const href =
            paths.length === 1 ? filePath(shortname, first) : labPath(shortname, 'files', name ? [name] : []);
          return (
            <li
              key={`${minimum}:${name}`}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-2"
            >
              <AccessSymbol kind="holders" />
              <TextLink href={href} className="min-w-0 flex-1 break-words">
                <bdi>{visibleName(title)}</bdi>
              </TextLink>
              {paths.length > 1 && <span className="tabular text-ink2">{paths.length} files</span>}
              <span className="tabular text-right">
                {minimum === null || decimals === null ? (
                  'by its own conditions'
                ) : (
                  <>
                    from {formatAmount(minimum, decimals)} <bdi>{visibleName(symbol)}</bdi>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-sm text-ink2">
        {counted < fileCount && `The first ${counted} of ${fileCount.toLocaleString('en')} files. `}
        The chain is asked for the balance at the moment a file is opened. The team opens them without tokens.
      </p>
    </div>
  );
}
