import {
  DataRoomFilesPageDocument,
  type DataRoomFilesPageQuery,
  type DataRoomFilesPageQueryVariables,
  type FileRowFragment,
} from '#packages/client/documents.generated.ts';

const PER_PAGE = 200;
// 20,000 files, more than any existing data room has.
const MAX_PAGES = 100;

/** Pages that the server renders. The browser fetches the rest. */
export const FIRST_PAGES = 2;

/** Runs the query for a page of files: `queryService` on the server, `callApi` in the browser. */
export type RunFilesPage = (
  document: typeof DataRoomFilesPageDocument,
  variables: DataRoomFilesPageQueryVariables,
) => Promise<DataRoomFilesPageQuery>;

export interface FileList {
  files: FileRowFragment[];
  /** Larger than `files.length` if not all pages were requested. */
  totalCount: number;
  /** Bytes, decimal. */
  storageUsed: string;
  storageLimit: string;
}

/** The files of a data room, in path order; `null` for an unknown lab. Errors: `LabroomError`. */
export async function listFiles(
  run: RunFilesPage,
  oclId: string,
  mostPages = MAX_PAGES,
): Promise<FileList | null> {
  const pageOf = async (page: number) => {
    const answer = await run(DataRoomFilesPageDocument, { oclId, page, perPage: PER_PAGE });
    return answer.labWithDataRoomAndFiles?.dataRoom;
  };
  const first = await pageOf(0);
  if (!first) return null;
  const { totalPages } = first.filesPage.pageInfo;
  const further = Array.from({ length: Math.max(0, Math.min(totalPages, mostPages) - 1) }, (_, index) =>
    pageOf(index + 1),
  );
  const pages = [first, ...(await Promise.all(further))];
  // Removes duplicates of a file that moved between two pages meanwhile.
  const files = new Map(
    pages.flatMap((page) => page?.filesPage.nodes ?? []).map((file) => [file.path, file]),
  );
  const { storageUsed, storageLimit } = first;
  return { files: [...files.values()], totalCount: first.filesPage.totalCount, storageUsed, storageLimit };
}
