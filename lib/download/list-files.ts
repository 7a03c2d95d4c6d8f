import {
  DataRoomFilesPageDocument,
  type DataRoomFilesPageQuery,
  type DataRoomFilesPageQueryVariables,
  type FileRowFragment,
} from '#packages/client/documents.generated.ts';

const PER_PAGE = 200;
// 20,000 files, more than any real data room has.
const MOST_PAGES = 100;

/** What a page brings along when it is rendered on the server; the browser fetches the rest. */
export const FIRST_PAGES = 2;

/** Asks for the first page of a data room. */
export const firstPageOf = (oclId: string) => ({ oclId, page: 0, perPage: PER_PAGE });

/** How a page of files is asked for: `queryService` on the server, `callApi` in the browser. */
export type RunFilesPage = (
  document: typeof DataRoomFilesPageDocument,
  variables: DataRoomFilesPageQueryVariables,
) => Promise<DataRoomFilesPageQuery>;

export interface FileList {
  files: FileRowFragment[];
  /** More than `files.length` where a data room has more files than were asked for. */
  totalCount: number;
  /** Bytes, decimal. */
  storageUsed: string;
  storageLimit: string;
}

/** The files of a data room, by path; `null` for an unknown lab. Errors: `LabroomError`. */
export async function listFiles(
  run: RunFilesPage,
  oclId: string,
  mostPages = MOST_PAGES,
): Promise<FileList | null> {
  return completeList(run, oclId, await run(DataRoomFilesPageDocument, firstPageOf(oclId)), mostPages);
}

/** The files of a data room whose first page is there already. Errors: `LabroomError`. */
export async function completeList(
  run: RunFilesPage,
  oclId: string,
  firstPage: DataRoomFilesPageQuery,
  mostPages = MOST_PAGES,
): Promise<FileList | null> {
  const pageOf = async (page: number) => {
    const answer = await run(DataRoomFilesPageDocument, { ...firstPageOf(oclId), page });
    return answer.labWithDataRoomAndFiles?.dataRoom;
  };
  const first = firstPage.labWithDataRoomAndFiles?.dataRoom;
  if (!first) return null;
  const { totalPages } = first.filesPage.pageInfo;
  const further = Array.from({ length: Math.max(0, Math.min(totalPages, mostPages) - 1) }, (_, index) =>
    pageOf(index + 1),
  );
  const pages = [first, ...(await Promise.all(further))];
  // A file that moved between two pages meanwhile must not be listed twice.
  const files = new Map(
    pages.flatMap((page) => page?.filesPage.nodes ?? []).map((file) => [file.path, file]),
  );
  const { storageUsed, storageLimit } = first;
  return { files: [...files.values()], totalCount: first.filesPage.totalCount, storageUsed, storageLimit };
}
