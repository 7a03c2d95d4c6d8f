import { randomUUID } from 'node:crypto';
import {
  CancelUploadDocument,
  ChangeFileVersionAccessDocument,
  CreateFolderDocument,
  CreateReleaseDocument,
  DecryptDataKeyDocument,
  DeleteDataRoomFileDocument,
  EmptyTrashDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
  MoveEntryDocument,
  RestoreEntryDocument,
  RestoreFileVersionDocument,
  TrashEntryDocument,
  UpdateFileMetadataDocument,
} from '@labroom/client/documents';
import { deleteObjects } from '@labroom/service/core/files/delete-objects.ts';
import { moveTrashedObjects } from '@labroom/service/operations/entries/trash-objects.ts';
import { activity } from '@labroom/service/platform/db/tables/activity.ts';
import {
  dataKeys,
  files,
  fileVersions,
  folders,
  objectDeletions,
  trashedFiles,
  uploads,
} from '@labroom/service/platform/db/tables/files.ts';
import { keyReleases } from '@labroom/service/platform/db/tables/key-releases.ts';
import { releases } from '@labroom/service/platform/db/tables/releases.ts';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { accessChange, decryptDataKey, encryptFor, uploadSecret } from '../test-encryption.ts';
import { sendParts, sentInParts } from '../test-parts.ts';
import type { TestService } from '../test-service.ts';
import {
  type Author,
  fileAt,
  finish,
  type initiate,
  put,
  sent,
  sha256,
  trashedFile,
  uploadFile,
} from '../test-upload.ts';
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
    name: 'initiate an upload in parts',
    async prepare({ home, lab }) {
      const path = somePath();
      let taken: Awaited<ReturnType<typeof initiate>> | undefined;
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(
            endpoint,
            InitiateCreateOrUpdateFileDocument,
            { oclId: lab.oclId, contentType: 'text/plain', contentLength: 4, inParts: true },
            lab.token,
          );
          taken = result;
          return outcome;
        },
        async effects() {
          const token = taken?.uploadToken;
          if (token && (await sendParts(home, lab, token, Buffer.from('data'), 1))[0] === 200)
            await finish(home, lab, token, { path });
          return versionsAt(home, path);
        },
      };
    },
  },
  {
    name: 'finish a new file in parts',
    async prepare({ home, lab }) {
      const path = somePath();
      const token = await sentInParts(home, lab, Buffer.from(path));
      const args = finishing(lab, token, { path, accessLevel: 'PUBLIC' });
      return {
        ask: (endpoint) => mutate(endpoint, FinishCreateOrUpdateFileDocument, args, lab.token),
        effects: () => versionsAt(home, path),
      };
    },
  },
  {
    name: 'cancel an upload in parts',
    async prepare({ home, lab }) {
      const uploadToken = await sentInParts(home, lab, Buffer.from('data'));
      const { db } = home.context;
      const [row] = await db.select().from(uploads).orderBy(desc(uploads.createdAt)).limit(1);
      const { id = '', objectKey = '' } = row ?? {};
      return {
        ask: (endpoint) =>
          mutate(endpoint, CancelUploadDocument, { oclId: lab.oclId, uploadToken }, lab.token),
        done: ['UPLOAD_TOKEN_EXPIRED'],
        async effects() {
          const isQueued = (await db.$count(objectDeletions, eq(objectDeletions.objectKey, objectKey))) > 0;
          return (await db.$count(uploads, eq(uploads.id, id))) === 0 && isQueued ? 1 : 0;
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
    name: 'make a release',
    async prepare({ home, lab }) {
      const name = randomUUID();
      return {
        ask: (endpoint) => mutate(endpoint, CreateReleaseDocument, { oclId: lab.oclId, name }, lab.token),
        done: ['RELEASE_NAME_TAKEN'],
        effects: () => home.context.db.$count(releases, eq(releases.name, name)),
      };
    },
  },
  {
    name: 'change the access of a version',
    async prepare({ home, lab }) {
      const path = somePath();
      const { datasetId: ref } = await uploadSecret(home, lab, path, { path });
      const args = await accessChange(home, lab, { path, version: 1, plaintext: path });
      return {
        ask: (endpoint) => mutate(endpoint, ChangeFileVersionAccessDocument, args, lab.token),
        async effects() {
          const { contentHash } = await fileAt(home, lab, path);
          const { error } = await decryptDataKey(home, lab, { ref });
          if (error) throw new Error('The version cannot be opened');
          return contentHash === args.contentHash ? 1 : 0;
        },
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
    name: 'move a file',
    async prepare({ home, lab }) {
      const [from, to] = [somePath(), somePath()];
      const { datasetId } = await uploadFile(home, lab, 'text', { path: from });
      const args = { oclId: lab.oclId, moves: [{ from, to }] };
      return {
        ask: (endpoint) => mutate(endpoint, MoveEntryDocument, args, lab.token),
        done: ['FILE_NOT_FOUND'],
        async effects() {
          const { db } = home.context;
          const moved = await db.$count(files, and(eq(files.path, to), eq(files.did, datasetId)));
          const told = await db.$count(
            activity,
            eq(sql`${activity.entries} -> 'first' -> 0 ->> 'ref'`, datasetId),
          );
          return moved === told ? moved : -1;
        },
      };
    },
  },
  {
    name: 'move a file to the trash',
    async prepare({ home, lab }) {
      const path = somePath();
      await uploadFile(home, lab, 'text', { path });
      const { downloadUrl } = await fileAt(home, lab, path);
      const args = { oclId: lab.oclId, paths: [path] };
      return {
        ask: (endpoint) => mutate(endpoint, TrashEntryDocument, args, lab.token),
        done: ['FILE_NOT_FOUND'],
        async effects() {
          const { db } = home.context;
          // What the worker does.
          await moveTrashedObjects(home.context, pino({ enabled: false }));
          await deleteObjects(home.context);
          const isDead = (await fetch(downloadUrl)).status === 404;
          return isDead && (await db.$count(files, eq(files.path, path))) === 0
            ? db.$count(trashedFiles, eq(trashedFiles.path, path))
            : 0;
        },
      };
    },
  },
  {
    name: 'restore a file from the trash',
    async prepare({ home, lab }) {
      const path = somePath();
      const id = await trashedFile(home, lab, path);
      const args = { oclId: lab.oclId, entries: [{ id }] };
      return {
        ask: (endpoint) => mutate(endpoint, RestoreEntryDocument, args, lab.token),
        done: ['FILE_NOT_FOUND'],
        async effects() {
          const url = (await fileAt(home, lab, path))?.downloadUrl;
          return url && (await fetch(url)).status === 200 ? 1 : 0;
        },
      };
    },
  },
  {
    name: 'empty the trash',
    async prepare({ home, lab }) {
      const path = somePath();
      const id = await trashedFile(home, lab, path);
      const { db } = home.context;
      const isRemoval = and(
        eq(activity.kind, 'ENTRIES_REMOVED'),
        eq(sql`${activity.entries} -> 'first' -> 0 ->> 'from'`, path),
      );
      return {
        ask: (endpoint) => mutate(endpoint, EmptyTrashDocument, { oclId: lab.oclId, ids: [id] }, lab.token),
        async effects() {
          const remains = await db.$count(trashedFiles, eq(trashedFiles.path, path));
          return remains === 0 ? db.$count(activity, isRemoval) : 0;
        },
      };
    },
  },
  {
    name: 'create a folder',
    async prepare({ home, lab }) {
      const path = somePath();
      return {
        ask: (endpoint) => mutate(endpoint, CreateFolderDocument, { oclId: lab.oclId, path }, lab.token),
        done: ['PATH_OCCUPIED'],
        effects: () => home.context.db.$count(folders, eq(folders.path, `${path}/`)),
      };
    },
  },
  {
    name: 'restore a version',
    async prepare({ home, lab }) {
      const path = somePath();
      const { datasetId: ref } = await uploadFile(home, lab, 'one', { path });
      await uploadFile(home, lab, 'two', { ref });
      return {
        ask: (endpoint) =>
          mutate(endpoint, RestoreFileVersionDocument, { oclId: lab.oclId, ref, version: 1 }, lab.token),
        looks: true,
        effects: async () => (await versionsAt(home, path)) - 2,
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
