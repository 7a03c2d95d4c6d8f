import { randomUUID } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import { activity } from '#service/platform/db/tables/activity.ts';
import { dataKeys, files, fileVersions, keyReleases } from '#service/platform/db/tables/files.ts';
import { encryptFor } from '../test-encryption.ts';
import type { TestService } from '../test-service.ts';
import { type initiate, put, sent, sha256, uploadFile } from '../test-upload.ts';
import { mutate, type WriteCase } from './write-case.ts';

const INITIATE = `mutation($o: String!) { initiateCreateOrUpdateFile(oclId: $o, contentType: "text/plain", contentLength: 4) {
  uploadToken uploadUrl headers { key value } error { code details } } }`;
const FINISH = `mutation($o: String!, $token: String!, $path: String, $ref: String, $level: String!, $by: String!,
  $encryption: EncryptionMetadataInput) { finishCreateOrUpdateFile(oclId: $o, uploadToken: $token, path: $path, ref: $ref,
  accessLevel: $level, changeBy: $by, encryptionMetadata: $encryption) { datasetId error { code details } } }`;
const DELETE = `mutation($o: String!, $path: String!, $by: String!) {
  deleteDataRoomFile(oclId: $o, path: $path, changeBy: $by) { filePath error { code details } } }`;
const DESCRIBE = `mutation($o: String!, $ref: String!, $said: String!) {
  updateFileMetadata(oclId: $o, ref: $ref, accessLevel: "PUBLIC", description: $said) { ref error { code details } } }`;
const DECRYPT = `mutation($o: String!, $path: String!) {
  decryptDataKey(oclId: $o, filePath: $path) { plaintextDEK error { code details } } }`;
const GENERATE = 'mutation { generateDataEncryptionKey { encryptedDek error { code details } } }';

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
          const { result, ...outcome } = await mutate(endpoint, INITIATE, { o: lab.oclId }, lab.token);
          taken = result;
          return outcome;
        },
        // What was promised can be used.
        async effects() {
          if (taken && (await put(taken, 'data')) === 200) {
            const args = { o: lab.oclId, token: taken.uploadToken, path, level: 'PUBLIC', by: lab.wallet };
            await mutate(home, FINISH, args, lab.token);
          }
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
      const args = { o: lab.oclId, token, path, level: 'PUBLIC', by: lab.wallet };
      return {
        ask: (endpoint) => mutate(endpoint, FINISH, args, lab.token),
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
      const args = {
        o: lab.oclId,
        token,
        ref: datasetId,
        level: 'ADMIN',
        by: lab.wallet,
        encryption: encryptionMetadata,
      };
      return {
        ask: (endpoint) => mutate(endpoint, FINISH, args, lab.token),
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
        ask: (endpoint) => mutate(endpoint, DELETE, { o: lab.oclId, path, by: lab.wallet }, lab.token),
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
      const said = randomUUID();
      return {
        ask: (endpoint) => mutate(endpoint, DESCRIBE, { o: lab.oclId, ref, said }, lab.token),
        looks: true,
        effects: () => home.context.db.$count(activity, eq(sql`${activity.file} ->> 'description'`, said)),
      };
    },
  },
  {
    name: 'issue a data key',
    async prepare({ home, lab }) {
      let issued = '';
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(endpoint, GENERATE, {}, lab.token);
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
      const { ciphertext, encryptionMetadata, plaintextDEK } = await encryptFor(home, lab, path);
      await uploadFile(home, lab, ciphertext, { path, accessLevel: 'ADMIN', encryptionMetadata });
      let released: unknown;
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(endpoint, DECRYPT, { o: lab.oclId, path }, lab.token);
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
