import {
  type FileRowFragment,
  RoomColumnsDocument,
  type RoomColumnsQuery,
  type RoomColumnsQueryVariables,
} from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';

/** Files that come with the page. If the data room has more, the browser asks for all. */
export const FIRST_FILES = 200;

/** From this length on, the description of a listed file may be its beginning only. */
export const SUMMARY_LENGTH = 160;

/** What the page of a data room knows of each file. */
export type RoomFile = Omit<FileRowFragment, 'contentHash' | 'createdAt'> & {
  /** Of files that came with the page. */
  contentHash?: string | null;
};

export interface RoomFiles {
  /** By path. */
  files: readonly RoomFile[];
  /** Whether the data room has more files than one answer lists. */
  hasMore: boolean;
}

export const noFiles: RoomFiles = { files: [], hasMore: false };

type RoomColumns = NonNullable<RoomColumnsQuery['labWithDataRoomAndFiles']>['dataRoom']['fileColumns'];

/** All files of a data room, or those below a path or with the words of a search, in one request. Errors: `LabroomError`. */
export async function roomFiles(call: ApiCall, variables: RoomColumnsQueryVariables): Promise<RoomFiles> {
  const { labWithDataRoomAndFiles } = await call(RoomColumnsDocument, variables);
  return labWithDataRoomAndFiles ? filesOf(labWithDataRoomAndFiles.dataRoom.fileColumns) : noFiles;
}

export function filesOf(columns: RoomColumns): RoomFiles {
  const { hasMore, paths, ...lists } = columns;
  const files = paths.map((path, index) => ({
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    did: at(lists.dids, index),
    version: at(lists.versions, index),
    contentType: at(lists.contentTypes, index),
    accessLevel: at(lists.accessLevels, index),
    description: at(lists.summaries, index),
    tags: at(lists.tags, index),
    categories: at(lists.categories, index),
    contentLength: at(lists.contentLengths, index),
    updatedAt: at(lists.updatedAts, index),
    changeBy: at(lists.changeBys, index),
    publicVersions: at(lists.publicVersions, index),
  }));
  return { files, hasMore };
}

function at<Value>(list: readonly Value[], index: number): Value {
  if (index >= list.length) throw new Error('The lists of a data room differ in length');
  return list[index] as Value;
}
