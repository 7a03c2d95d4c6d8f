'use client';
import { versionOf } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { NameInRow } from '#components/ui/name.tsx';
import type { BlobText } from '#lib/download/first-file.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { AccessBadge } from '../../core/access/access-badge.tsx';
import { useDataRoom, useFirstReadme } from '../../core/data-room/data-room-context.tsx';
import { RoomLink } from '../../core/data-room/room-link.tsx';
import type { MyRole } from '../../core/labs/use-my-role.ts';
import { MarkdownText } from '../../preview/markdown/markdown-preview.tsx';
import { useBlobText } from '../../preview/parts/blob-text.ts';
import { CutNote } from '../../preview/parts/cut-note.tsx';
import { formatBytes } from '../../ui/byte-size.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { useFileDetail } from '../opened/use-file-detail.ts';
import { useOpenedFile } from '../opened/use-opened-file.ts';
import { RoomText } from '../room-text/room-text.tsx';

const MAX_BYTES = 1_000_000;

/**
 * The README of a folder, below its list. It is fetched when it is scrolled into view. An encrypted one opens on a click,
 * because its key is recorded as given, and here for signed-in members of the team only: others may have to sign.
 */
export function Readme({ file }: { file: RoomFile }) {
  const { location, me } = useDataRoom();
  const firstReadme = useFirstReadme();
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const [isWanted, setWanted] = useState(file.accessLevel === 'PUBLIC');
  const isFirst = firstReadme?.path === file.path && firstReadme.version === file.version;
  const firstText = isFirst ? firstReadme.text : null;
  const bytes = Number(file.contentLength ?? 0);
  const name = visibleName(file.name);
  const href = location.hrefOfFile(file.path);
  return (
    <section ref={place} aria-label={name} className="mt-10 flex flex-col gap-4 border-t border-ink pt-2">
      <p className="flex items-center justify-between gap-3 text-sm">
        <RoomLink href={href} className="min-w-0 font-medium hover:underline">
          <NameInRow>{file.name}</NameInRow>
        </RoomLink>
        <AccessBadge level={file.accessLevel} publicVersions={file.publicVersions} />
      </p>
      <RoomText path={file.path}>
        {bytes > MAX_BYTES ? (
          <Note>
            It has {formatBytes(bytes)}. <RoomLink href={href}>Open it</RoomLink>
          </Note>
        ) : !isWanted ? (
          <Note>
            <Lock aria-hidden className="mr-2 inline size-4 align-[-0.15em]" />
            It is encrypted.{' '}
            {isMember(me) ? (
              <button type="button" onClick={() => setWanted(true)}>
                Show it here
              </button>
            ) : (
              <RoomLink href={href}>Open it</RoomLink>
            )}
          </Note>
        ) : isSeen ? (
          <Fetched key={file.version} file={file} firstText={firstText} />
        ) : (
          <Text text={firstText} />
        )}
      </RoomText>
    </section>
  );
}

const isMember = ({ identity, role }: MyRole) => identity.kind === 'signed-in' && role != null;

interface FetchedProps {
  file: RoomFile;
  /** Shown until the file is fetched and its hash is checked. */
  firstText: BlobText | null;
}

function Fetched({ file, firstText }: FetchedProps) {
  const { lab, location } = useDataRoom();
  const { state } = useFileDetail(lab.oclId, file.path, `${file.version}${file.updatedAt}`, undefined);
  const version = state.kind === 'loaded' ? versionOf(state.file) : null;
  if (version) return <Opened version={version} firstText={firstText} />;
  if (state.kind === 'loading') return <Text text={firstText} />;
  return (
    <Note>
      It could not be loaded. <RoomLink href={location.hrefOfFile(file.path)}>Open it</RoomLink>
    </Note>
  );
}

function Opened({ version, firstText }: { version: FileVersion; firstText: BlobText | null }) {
  const { lab, location } = useDataRoom();
  // The object is new with each rendering of the file; a version does not change its content.
  const [first] = useState(version);
  const { state, open } = useOpenedFile(lab.oclId, first);
  useEffect(() => {
    void open();
  }, [open]);
  if (state.kind === 'open') return <OpenText body={state.body} firstText={firstText} />;
  if (state.kind !== 'refused') return <Text text={firstText} />;
  return (
    <Note>
      It did not open. <RoomLink href={location.hrefOfFile(first.path)}>See why</RoomLink>
    </Note>
  );
}

function OpenText({ body, firstText }: { body: Blob; firstText: BlobText | null }) {
  return <Text text={useBlobText(body, { first: firstText })} />;
}

function Text({ text }: { text: BlobText | null }) {
  if (!text) return <Skeleton className="h-64 max-w-prose" />;
  if (text.text.trim() === '') return <Note>It is empty.</Note>;
  return (
    <>
      <MarkdownText firstTree={text.tree}>{text.text}</MarkdownText>
      {text.isCut && <CutNote />}
    </>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="text-sm text-ink2 [&_:is(a,button)]:underline">{children}</p>;
}
