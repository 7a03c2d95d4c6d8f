'use client';
import { Download } from 'lucide-react';
import { AccessBadge } from '#components/marks/access-badge.tsx';
import { Fingerprint } from '#components/marks/fingerprint.tsx';
import { Person } from '#components/marks/person.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ByteSize } from '#components/ui/byte-size.tsx';
import { Time } from '#components/ui/time.tsx';
import type { FileDetail } from '#packages/client/download/download-api.ts';
import { useDataRoom } from '../data-room-context.tsx';
import { RoomLink } from '../room-link.tsx';

interface FileVersionsProps {
  file: FileDetail;
  shown: number;
  /** Whether a version cannot be opened at the moment. */
  isLocked: (version: number) => boolean;
  onDownload: (version: number) => void;
}

/** All versions, newest first, each with links to open, download and share it. */
export function FileVersions({ file, shown, isLocked, onDownload }: FileVersionsProps) {
  const { location } = useDataRoom();
  const versions = file.versions ?? [];
  return (
    <ol className="flex flex-col border-t border-line">
      {versions.map(({ version, createdAt, changeBy, contentLength, contentHash, accessLevel }) => (
        <li
          key={version}
          className="flex items-center gap-3 border-t border-line p-3 text-sm first:border-t-0"
        >
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2">
              <RoomLink
                href={location.hrefOfFile(file.path, version === file.version ? undefined : version)}
                aria-current={version === shown ? 'true' : undefined}
                className="font-medium hover:underline"
              >
                Version {version}
              </RoomLink>
              {version === shown && <Badge tone="acc">shown</Badge>}
              {version === file.version && <Badge>newest</Badge>}
              <AccessBadge level={accessLevel} />
            </p>
            <p className="text-ink2">
              <Time value={createdAt} style="datetime" /> · <ByteSize bytes={contentLength} /> ·{' '}
              <Person value={changeBy} />
            </p>
            <Fingerprint value={contentHash} />
          </div>
          <Button
            size="icon"
            variant="quiet"
            aria-label={`Download version ${version}`}
            disabled={isLocked(version)}
            onClick={() => onDownload(version)}
          >
            <Download aria-hidden className="size-4" />
          </Button>
        </li>
      ))}
    </ol>
  );
}
