import type { Metadata } from 'next';
import { DataRoomWhenUsed } from '../../../../../components/files/data-room-when-used.tsx';
import { Failure } from '../../../../../components/site/failure.tsx';
import { labMetadata } from '../../../../../lib/api/lab-metadata.ts';
import { labTitle } from '../../../../../lib/api/lab-reference.ts';
import { labOfPage } from '../../../../../lib/api/load-lab.ts';
import { outcomeOf } from '../../../../../lib/api/outcome.ts';
import { queryService } from '../../../../../lib/api/server.ts';
import { FIRST_PAGES, listFiles } from '../../../../../lib/download/list-files.ts';
import type { SearchParams } from '../../../../../lib/search-params.ts';
import { currentSession } from '../../../../../lib/session/current-session.ts';

interface FilesPageProps {
  params: Promise<{ lab: string; path?: string[] }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: FilesPageProps): Promise<Metadata> {
  const { lab, path } = await params;
  const folders = decodedSegments(path);
  return labMetadata(lab, folders.at(-1) ?? 'Files', 'files', folders);
}

export default async function FilesPage({ params, searchParams }: FilesPageProps) {
  const { lab: segment, path } = await params;
  const folders = decodedSegments(path);
  const query = await searchParams;
  const lab = await labOfPage(segment, 'files', folders, query);
  if (!lab) return null;
  const outcome = await outcomeOf(listFiles(queryService, lab.oclId, FIRST_PAGES));
  if (!outcome.ok) return <Failure title="The files could not be loaded." failure={outcome.failure} />;
  return (
    <DataRoomWhenUsed
      atOnce={Object.keys(query).length > 0 || (await currentSession()) !== null}
      lab={{ oclId: lab.oclId, shortname: lab.shortname, name: labTitle(lab) }}
      path={folders}
      initialFiles={outcome.data?.files ?? []}
      totalCount={outcome.data?.totalCount ?? 0}
    />
  );
}

/** Folders as people named them; Next leaves the segments of a URL encoded. */
function decodedSegments(path: string[] | undefined): string[] {
  return (path ?? []).map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}
