import type { ExistingFile } from '@labroom/client/upload/upload-ports';

/** Files of the data rooms by oclId and path, as the pages last loaded them. */
export const knownFiles = new Map<string, ReadonlyMap<string, ExistingFile>>();
