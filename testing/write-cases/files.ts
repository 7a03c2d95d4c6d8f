import { randomUUID } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import {
  DecryptDataKeyDocument,
  DeleteDataRoomFileDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
  UpdateFileMetadataDocument,
} from '#packages/client/documents.generated.ts';
import { activity } from '#service/platform/db/tables/activity.ts';
import { dataKeys, files, fileVersions, keyReleases } from '#service/platform/db/tables/files.ts';
import { encryptFor, uploadSecret } from '../test-encryption.ts';
import type { TestService } from '../test-service.ts';
import { type Author, finish, type initiate, put, sent, sha256, uploadFile } from '../test-upload.ts';
import { mutate, type WriteCase } from './write-case.ts';

const finishing = ({ oclId, wallet: changeBy }: Author, uploadToken: string, args: object) => ({
  oclId,
  uploadToken,
  changeBy,
  ...args,
});

const somePath = () => `faults/${randomUUID()}.txt`;

/** Versions of the file at a path, when each of them is in the feed once. */
async function versionsAt({ context: { db } }: TestService, path: string): Promise<number> {
  const [stored] = await db
    .select({ times: count() })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(eq(files.path, path));
  const [told] = await db
    .select({ times: count() })
    .from(activity)
    .where(eq(sql`${activity.file} ->> 'path'`, path));
  if (stored?.times !== told?.times) throw new Error(`${stored?.times} versions, ${told?.times} in the feed`);
  return stored?.times ?? 0;
}

export const fileCases: WriteCase[] = [
  {
    name: 'initiate an upload',
    async prepare({ home, lab }) {
      const path = somePath();
      let taken: Awaited<ReturnType<typeof initiate>> | undefined;
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(
            endpoint,
            InitiateCreateOrUpdateFileDocument,
            { oclId: lab.oclId, contentType: 'text/plain', contentLength: 4 },
            lab.token,
          );
          taken = result;
          return outcome;
        },
        // What was promised can be used.
        async effects() {
          if (taken && (await put(taken, 'data')) === 200)
            await finish(home, lab, taken.uploadToken, { path });
          return versionsAt(home, path);
        },
      };
    },
  },
  {
    name: 'finish a new file',
    async prepare({ home, lab }) {
      const path = somePath();
      const token = await sent(home, lab, path);
      const args = finishing(lab, token, { path, accessLevel: 'PUBLIC' });
      return {
        ask: (endpoint) => mutate(endpoint, FinishCreateOrUpdateFileDocument, args, lab.token),
        effects: () => versionsAt(home, path),
      };
    },
  },
  {
    name: 'finish an encrypted version',
    async prepare({ home, lab }) {
      const path = somePath();
      const { datasetId } = await uploadFile(home, lab, 'first', { path });
      const { ciphertext, encryptionMetadata } = await encryptFor(home, lab, path);
      const token = await sent(home, lab, ciphertext);
      const args = finishing(lab, token, { ref: datasetId, accessLevel: 'ADMIN', encryptionMetadata });
      return {
        ask: (endpoint) => mutate(endpoint, FinishCreateOrUpdateFileDocument, args, lab.token),
        effects: async () => (await versionsAt(home, path)) - 1,
      };
    },
  },
  {
    name: 'remove a file',
    async prepare({ home, lab }) {
      const path = somePath();
      const { datasetId } = await uploadFile(home, lab, path, { path });
      return {
        ask: (endpoint) =>
          mutate(
            endpoint,
            DeleteDataRoomFileDocument,
            { oclId: lab.oclId, path, changeBy: lab.wallet },
            lab.token,
          ),
        done: ['NOT_FOUND'],
        async effects() {
          const { db } = home.context;
          if ((await db.$count(files, eq(files.path, path))) > 0) return 0;
          const removal = and(
            eq(activity.kind, 'FILE_REMOVED'),
            eq(sql`${activity.file} ->> 'ref'`, datasetId),
          );
          return db.$count(activity, removal);
        },
      };
    },
  },
  {
    name: 'describe a file',
    async prepare({ home, lab }) {
      const { datasetId: ref } = await uploadFile(home, lab, 'text', { path: somePath() });
      const description = randomUUID();
      const args = { oclId: lab.oclId, ref, accessLevel: 'PUBLIC', description };
      return {
        ask: (endpoint) => mutate(endpoint, UpdateFileMetadataDocument, args, lab.token),
        looks: true,
        effects: () =>
          home.context.db.$count(activity, eq(sql`${activity.file} ->> 'description'`, description)),
      };
    },
  },
  {
    name: 'issue a data key',
    async prepare({ home, lab }) {
      let issued = '';
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(
            endpoint,
            GenerateDataEncryptionKeyDocument,
            {},
            lab.token,
          );
          issued = String(result?.encryptedDek ?? '');
          return outcome;
        },
        effects: () =>
          home.context.db.$count(dataKeys, eq(dataKeys.wrapHash, sha256(Buffer.from(issued, 'base64')))),
      };
    },
  },
  {
    name: 'release a data key',
    async prepare({ home, lab }) {
      const path = somePath();
      const { plaintextDEK } = await uploadSecret(home, lab, path, { path });
      const args = { oclId: lab.oclId, filePath: path };
      let released: unknown;
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(endpoint, DecryptDataKeyDocument, args, lab.token);
          released = result?.plaintextDEK;
          return outcome;
        },
        // Recorded at least once; a try that got no key may be recorded as well.
        async effects() {
          const recorded = await home.context.db.$count(keyReleases, eq(keyReleases.path, path));
          return released === plaintextDEK && recorded > 0 ? 1 : 0;
        },
      };
    },
  },
];
