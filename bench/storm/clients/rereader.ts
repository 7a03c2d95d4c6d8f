import { randomUUID } from 'node:crypto';
import { DataRoomFileDocument, UpdateFileMetadataDocument } from '@labroom/client/documents';
import type { KnownFile } from '../journal.ts';
import { type ClientAction, type OwnedLab, patience, type StormContext, visitor } from '../storm-context.ts';

/** Describes a file and reads the description at once through each service, without the token of the writer. */
export function rereader(context: StormContext, { oclId, labroom }: OwnedLab, file: KnownFile): ClientAction {
  const { stack, journal, withRetries } = context;
  const readers = stack.services.map((url) => visitor({ stack: { ...stack, url } }));
  return async () => {
    const description = randomUUID();
    const args = { oclId, ref: file.did, accessLevel: 'PUBLIC', description } as const;
    await withRetries('describe the shared file', () =>
      labroom.call(UpdateFileMetadataDocument, args, patience()),
    );
    for (const reader of readers) {
      const { dataRoomFile } = await withRetries('read back', () =>
        reader.call(DataRoomFileDocument, { oclId, path: file.path }, patience()),
      );
      journal.rereads.asked += 1;
      if (dataRoomFile?.description === description) continue;
      journal.rereads.stale += 1;
      journal.surprises.push(`${file.path} was read without what was acknowledged before`);
    }
  };
}
