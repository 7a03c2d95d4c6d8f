'use client';
import { FileUrlsDocument } from '@labroom/client/documents';
import { fileKindOf } from '@labroom/formats/file-kind';
import { isSvg, previewOf } from '@labroom/formats/formats';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import type { Entry } from '#lib/data-room/list-folder.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { EntryIcon } from '../../core/data-room/entry-icon.tsx';
import { useObjectUrl } from '../../preview/parts/object-url.ts';
import { useKeptPicture } from '../opened/kept-pictures.ts';
import { URLS_PER_PAGE } from './url-pages.ts';

// Pictures are not scaled by the service, so larger ones stay symbols.
const MAX_BYTES = 2_000_000;

interface TilePictureProps {
  entry: Entry;
  prefix: string;
  page: number | undefined;
  isSeen: boolean;
}

/** The picture of a tile: a public one once it is seen, an encrypted one after it was opened on this page. */
export function TilePicture({ entry, prefix, page, isSeen }: TilePictureProps) {
  const isPicture = entry.kind === 'file' && previewOf(entry.name, entry.file.contentType).format === 'image';
  return (
    <span className="flex aspect-4/3 items-center justify-center overflow-hidden border border-line bg-sheet [&_svg]:size-8">
      {!isPicture ? (
        <EntryIcon kind={entry.kind === 'file' ? fileKindOf(entry.file.contentType) : 'folder'} />
      ) : entry.file.accessLevel !== 'PUBLIC' ? (
        <SecretPicture file={entry.file} />
      ) : entry.size > MAX_BYTES || page === undefined || !isSeen || isSvg(entry.file.contentType) ? (
        <EntryIcon kind="image" />
      ) : (
        <PublicPicture file={entry.file} prefix={prefix} page={page} />
      )}
    </span>
  );
}

interface PublicPictureProps {
  file: RoomFile;
  prefix: string;
  page: number;
}

function PublicPicture({ file, prefix, page }: PublicPictureProps) {
  const { lab } = useDataRoom();
  const { data, reload } = useApiQuery(
    FileUrlsDocument,
    { oclId: lab.oclId, prefix: prefix || null, page, perPage: URLS_PER_PAGE },
    { requestPolicy: 'cache-first' },
  );
  const nodes = data?.labWithDataRoomAndFiles?.dataRoom.filesPage.nodes;
  const found = nodes?.find(({ path, version }) => path === file.path && version === file.version);
  const [broken, setBroken] = useState<string | null>(null);
  const url = found?.downloadUrl;
  if (!url || url === broken) return <EntryIcon kind="image" />;
  return (
    <Picture
      url={url}
      onError={() => {
        // A URL is valid for one hour. A new one that fails, too, is the same picture.
        if (broken === null) reload();
        setBroken(url);
      }}
    />
  );
}

function SecretPicture({ file }: { file: RoomFile }) {
  const body = useKeptPicture(file);
  if (!body) return <Lock aria-hidden className="text-ink2" />;
  return <OpenedPicture body={body} contentType={file.contentType} />;
}

function OpenedPicture({ body, contentType }: { body: Blob; contentType: string }) {
  const url = useObjectUrl(body, contentType);
  const [isBroken, setBroken] = useState(false);
  if (!url || isBroken) return <EntryIcon kind="image" />;
  return <Picture url={url} onError={() => setBroken(true)} />;
}

function Picture({ url, onError }: { url: string; onError: () => void }) {
  return (
    // biome-ignore lint/performance/noImgElement: the storage serves the file as it is
    <img
      src={url}
      alt=""
      draggable={false}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={onError}
      className="max-h-full max-w-full bg-[white]"
    />
  );
}
