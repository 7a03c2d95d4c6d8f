'use client';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import { Download, History, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { contentSize } from '#lib/data-room/content-size.ts';
import { visibleLine } from '#lib/names/visible-name.ts';
import { AccessBadge } from '../../core/access/access-badge.tsx';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { RoomLink } from '../../core/data-room/room-link.tsx';
import { Person } from '../../core/people/person.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ByteSize } from '../../ui/byte-size.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { part } from '../../ui/part.tsx';
import { Time } from '../../ui/time.tsx';
import { CompareVersions } from '../compare/compare-versions.tsx';

const ChangeNoteDialog = part(async () => (await import('./change-note.tsx')).ChangeNoteDialog, {
  failure: 'in place',
});

interface FileVersionsProps {
  file: FileDetail;
  /** The file was loaded with the page and is being fetched again. */
  isFirst: boolean;
  shown: number;
  /** Whether a version cannot be opened at the moment. */
  isLocked: (version: number) => boolean;
  onDownload: (version: number) => void;
  /** Omitted if the user may not change the file. */
  onRestore: ((version: number) => void) | undefined;
  onChanged: () => void;
}

/** All versions, newest first, each with links to open, download and share it. */
export function FileVersions({
  file,
  isFirst,
  shown,
  isLocked,
  onDownload,
  onRestore,
  onChanged,
}: FileVersionsProps) {
  const { location, me } = useDataRoom();
  const [annotated, setAnnotated] = useState<number | null>(null);
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  const mayAnnotate = (author: string) =>
    author === wallet ? me.offers('updateFileVersionNote') : me.offersOnOthers('updateFileVersionNote');
  const versions = file.versions ?? [];
  const noted = annotated === null ? null : versionOf(file, annotated);
  return (
    <>
      <CompareVersions file={file} isFirst={isFirst} />
      <ol className="flex flex-col border-t border-line">
        {versions.map(
          ({
            version,
            createdAt,
            changeBy,
            changeNote,
            contentLength,
            contentHash,
            accessLevel,
            formerAccess,
            restoredFrom,
          }) => (
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
                  <Time value={createdAt} /> ·{' '}
                  <ByteSize bytes={contentSize({ accessLevel, contentLength })} /> ·{' '}
                  <Person value={changeBy} />
                </p>
                {restoredFrom !== null && <p className="text-ink2">Restored from version {restoredFrom}.</p>}
                {changeNote && <p className="my-1 break-words">{visibleLine(changeNote)}</p>}
                <WasPublic formerAccess={formerAccess} />
                <Fingerprint value={contentHash} />
              </div>
              {mayAnnotate(changeBy) && (
                <Button
                  size="icon"
                  variant="quiet"
                  aria-label={`${changeNote ? 'Edit the note' : 'Add a note'} of version ${version}`}
                  title={changeNote ? 'Edit the note' : 'Say what changed'}
                  onClick={() => setAnnotated(version)}
                >
                  <MessageSquareText aria-hidden className="size-4" />
                </Button>
              )}
              {onRestore && version !== file.version && (
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Restore version ${version}`}
                  onClick={() => onRestore(version)}
                >
                  <History aria-hidden className="size-4" />
                  <span className="max-sm:sr-only">Restore</span>
                </Button>
              )}
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
          ),
        )}
      </ol>
      {noted && (
        <ChangeNoteDialog
          version={noted}
          onClose={() => setAnnotated(null)}
          onSaved={() => {
            setAnnotated(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** When a version that was public became secret. */
function WasPublic({ formerAccess }: Pick<NonNullable<FileDetail['versions']>[number], 'formerAccess'>) {
  const last = formerAccess.findLast(({ accessLevel }) => accessLevel === 'PUBLIC');
  if (!last) return null;
  return (
    <p className="text-ink2">
      Was public until <Time value={last.until} />: who has it keeps it.
    </p>
  );
}
