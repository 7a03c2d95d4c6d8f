'use client';
import { versionOf } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { previewOf } from '@labroom/formats/formats';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { Name } from '#components/ui/name.tsx';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom, useFirstReadme } from '../../core/data-room/data-room-context.tsx';
import { RoomLink } from '../../core/data-room/room-link.tsx';
import { PictureNote } from '../../preview/markdown/picture-note.tsx';
import { TextRoom } from '../../preview/markdown/text-room.ts';
import { ImagePreview, LoadedImage } from '../../preview/media/image-preview.tsx';
import { formatBytes } from '../../ui/byte-size.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { isLockedFor } from '../opened/locked.ts';
import { useFileDetail } from '../opened/use-file-detail.ts';
import { useOpenedFile } from '../opened/use-opened-file.ts';

const MAX_BYTES = 10_000_000;

interface RoomPictureProps {
  /** Path in the data room. */
  path: string;
  alt: string;
}

/**
 * A picture of a document that is a file of the same data room. It is fetched when it is scrolled into view; those that the
 * server found come with the page.
 */
export function RoomPicture({ path, alt }: RoomPictureProps) {
  const { files, firstFile } = useDataRoom();
  const firstReadme = useFirstReadme();
  const shownPath = use(TextRoom)?.path;
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  const row = files.find((file) => file.path === path);
  const first = [firstFile, firstReadme]
    .find((file) => file?.path === shownPath)
    ?.pictures.find((picture) => picture.path === path);
  return (
    <span ref={place} className="block">
      {first ? (
        <Frame>
          <LoadedImage url={first.url} name={alt || visibleName(path)} />
        </Frame>
      ) : !row ? (
        <PictureNote alt={alt}>
          not found in this data room: <Name>{path}</Name>
        </PictureNote>
      ) : isSeen ? (
        <FoundPicture path={path} alt={alt} stamp={`${row.version}${row.updatedAt}`} />
      ) : (
        <PictureNote alt={alt}>
          <Name>{path}</Name>
        </PictureNote>
      )}
    </span>
  );
}

function FoundPicture({ path, alt, stamp }: RoomPictureProps & { stamp: string }) {
  const { lab, location, me } = useDataRoom();
  const { state } = useFileDetail(lab.oclId, path, stamp, undefined);
  const version = state.kind === 'loaded' ? versionOf(state.file) : null;
  const link = (
    <RoomLink href={location.hrefOfFile(path)}>
      <Name>{path}</Name>
    </RoomLink>
  );
  if (state.kind === 'loading') return <Skeleton className="h-80" />;
  if (!version) return <PictureNote alt={alt}>{link} could not be loaded</PictureNote>;
  if (previewOf(path, version.contentType).format !== 'image')
    return <PictureNote alt={alt}>{link}, which is not shown within text</PictureNote>;
  if (version.contentLength > MAX_BYTES)
    return (
      <PictureNote alt={alt}>
        {link} has {formatBytes(version.contentLength)}
      </PictureNote>
    );
  if (isLockedFor(me.identity, version))
    return <PictureNote alt={alt}>{link} is encrypted; sign in to see it</PictureNote>;
  return <OpenedPicture version={version} alt={alt} link={link} />;
}

function OpenedPicture({ version, alt, link }: { version: FileVersion; alt: string; link: ReactNode }) {
  const { lab } = useDataRoom();
  // The object is new with each rendering of the file; the version of a path does not change its content.
  const [first] = useState(version);
  const { state, open } = useOpenedFile(lab.oclId, first);
  useEffect(() => {
    void open();
  }, [open]);
  if (state.kind === 'refused') return <PictureNote alt={alt}>{link} did not open for you</PictureNote>;
  if (state.kind !== 'open') return <Skeleton className="h-80" />;
  return (
    <Frame>
      <ImagePreview body={state.body} contentType={first.contentType} name={alt || visibleName(first.path)} />
    </Frame>
  );
}

/** Has the same height while its picture loads, so that the text below stays in place. */
function Frame({ children }: { children: ReactNode }) {
  return <span className="flex h-80 items-center [--preview-height:20rem]">{children}</span>;
}
