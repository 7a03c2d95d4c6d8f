import { randomUUID } from 'node:crypto';
import { ShareFilesDocument } from '@labroom/client/documents';
import { activity } from '@labroom/service/platform/db/tables/activity.ts';
import { and, eq, sql } from 'drizzle-orm';
import { uploadSecret } from '../test-encryption.ts';
import { fileAt } from '../test-upload.ts';
import { mutate, type WriteCase } from './write-case.ts';

/** Changes of who may open files, without new bytes. */
export const sharingCases: WriteCase[] = [
  {
    name: 'share a file',
    async prepare({ home, lab }) {
      const path = `faults/${randomUUID()}.txt`;
      const { datasetId: ref } = await uploadSecret(home, lab, path, { path });
      const { contentHash } = await fileAt(home, lab, path);
      const args = { oclId: lab.oclId, files: [{ ref, versions: [{ version: 1, contentHash }] }] };
      return {
        ask: (endpoint) => mutate(endpoint, ShareFilesDocument, args, lab.token),
        async effects() {
          const { encryptionMetadata } = await fileAt(home, lab, path);
          const conditions: unknown[] = JSON.parse(encryptionMetadata.accessControlConditions);
          const entries = await home.context.db.$count(
            activity,
            and(eq(sql`${activity.file} ->> 'ref'`, ref), sql`${activity.file} ? 'sharedVersions'`),
          );
          if (conditions.length !== 1 + 2 * entries) throw new Error('Conditions and feed differ');
          return entries;
        },
      };
    },
  },
];
