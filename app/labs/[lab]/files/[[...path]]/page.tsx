import { RoomFirstPageDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { preload } from 'react-dom';
import { RememberPlace } from '#components/core/recent/remember-place.tsx';
import { Failure } from '#components/site/failure.tsx';
import { labTitle, movedFilePath } from '#lib/api/lab-reference.ts';
import { parseLabSegment } from '#lib/api/lab-segment.ts';
import { folderTreeCookie, parseFolderTree } from '#lib/choices/folder-tree.ts';
import { panelWidthCookie, parsePanelWidth } from '#lib/choices/panel-width.ts';
import { readFileView } from '#lib/data-room/file-view.ts';
import { roomListsPath } from '#lib/download/packed-lists.ts';
import { readmeOf } from '#lib/download/readme-of.ts';
import { FIRST_FILES } from '#lib/download/room-files.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import type { SearchParams } from '#lib/urls/search-params.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { loadFirstFile } from '#web/load-first-file.ts';
import { labOfPage, loadLab } from '#web/load-lab.ts';
import { readerOutcome } from '#web/reader-outcome.ts';
import { socialMetadata } from '#web/social-card/social-metadata.ts';
import { LateRoom } from './late-room.tsx';

interface FilesPageProps {
  params: Promise<{ lab: string; path?: string[] }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params, searchParams }: FilesPageProps): Promise<Metadata> {
  const { lab: segment, path } = await params;
  const { file } = await searchParams;
  const folders = decodedSegments(path);
  const metadata = await labMetadata(segment, folders.at(-1) ?? 'Files', 'files', folders);
  const outcome = await loadLab(segment);
  const lab = outcome.ok ? outcome.data : null;
  if (!lab || typeof file !== 'string') return metadata;
  const title = visibleName(file.split('/').at(-1) ?? file);
  const description = `A file in the data room of ${labTitle(lab)}.`;
  return { ...metadata, ...socialMetadata({ lab, title, description, file }) };
}

export default async function FilesPage({ params, searchParams }: FilesPageProps) {
  const { lab: segment, path } = await params;
  const folders = decodedSegments(path);
  const query = await searchParams;
  const reference = parseLabSegment(segment);
  const { file, version } = query;
  const shown = typeof file === 'string' ? file : [...folders, 'README.md'].join('/');
  // Asked at once with the lab, so that no request waits for another.
  const [lab, outcome] = await Promise.all([
    labOfPage(segment, 'files', folders, query),
    readerOutcome(RoomFirstPageDocument, { ...reference, perPage: FIRST_FILES, shown }),
  ]);
  if (!lab) return null;
  const room = outcome.ok ? outcome.data.labWithDataRoomAndFiles?.dataRoom : null;
  const files = room?.filesPage.nodes ?? [];
  const totalCount = room?.filesPage.totalCount ?? 0;
  const known = room?.shown.nodes.find(({ path }) => path === shown);
  // Of a page whose link was followed. Others are loaded, by a browser.
  const isFollowed = (await headers()).get('sec-fetch-dest') === 'empty';
  // Its list lacks files, and its folders count those that are there only.
  if (files.length < totalCount) preload(roomListsPath(lab.oclId), { as: 'fetch', crossOrigin: 'anonymous' });
  // `null`: it could not be loaded here, so the browser requests it and shows any error.
  const firstFile =
    typeof file === 'string'
      ? await loadFirstFile(lab.oclId, file, versionParam(version), { known, view: chosenView(query) })
      : null;
  const present = firstFile?.file?.path;
  // The link is of before a move. Another file can take the path later, so browsers must not remember this.
  if (present && present !== firstFile.path.normalize('NFC'))
    redirect(movedFilePath(lab.shortname, present, versionParam(version)));
  if (!outcome.ok) return <Failure title="The files could not be loaded." failure={outcome.failure} />;
  const readme = Object.keys(query).length === 0 ? readmeOf(files, folders.join('/')) : undefined;
  const firstReadme =
    readme?.accessLevel === 'PUBLIC'
      ? loadFirstFile(lab.oclId, readme.path, readme.version, {
          known: readme.path === known?.path ? known : undefined,
        })
      : null;
  const isListed = firstFile?.file?.isListed ?? true;
  const chosen = await cookies();
  return (
    <>
      {/* React puts it into the head. */}
      {!isListed && <meta name="robots" content="noindex" />}
      {/* The room notes those that are opened later. */}
      {firstFile?.file && (
        <RememberPlace
          lab={{ oclId: lab.oclId, shortname: lab.shortname, title: labTitle(lab) }}
          file={{ path: firstFile.file.path, contentType: firstFile.file.contentType }}
        />
      )}
      <LateRoom
        lab={{ oclId: lab.oclId, shortname: lab.shortname, name: labTitle(lab) }}
        path={folders}
        initialFiles={files}
        initialEmptyFolders={room?.emptyFolders ?? []}
        totalCount={totalCount}
        firstFile={firstFile}
        // Part of the HTML of a page that is loaded. The rows of one whose link was followed do not wait for it.
        firstReadme={isFollowed ? firstReadme : await firstReadme}
        hasTree={parseFolderTree(chosen.get(folderTreeCookie)?.value)}
        panelWidth={parsePanelWidth(chosen.get(panelWidthCookie)?.value)}
      />
    </>
  );
}

/** Version number, counted from 1. */
function versionParam(value: string | string[] | undefined): number | undefined {
  const version = Number(value);
  return Number.isInteger(version) && version > 0 ? version : undefined;
}

/** How the URL says to read the file. */
function chosenView(query: Awaited<SearchParams>) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (typeof value === 'string') params.set(name, value);
  return readFileView(params);
}

/** Folder names. Next does not decode the segments of a URL. */
function decodedSegments(path: string[] | undefined): string[] {
  return (path ?? []).map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}
