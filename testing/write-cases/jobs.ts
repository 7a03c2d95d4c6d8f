import { randomUUID } from 'node:crypto';
import { deleteObjects } from '@labroom/service/core/files/delete-objects.ts';
import { bitmapKeys, parseImageKey } from '@labroom/service/operations/labs/image/image-types.ts';
import { files, fileVersions, objectDeletions, uploads } from '@labroom/service/platform/db/tables/files.ts';
import { labs } from '@labroom/service/platform/db/tables/labs.ts';
import { expireUploads } from '@labroom/service/worker/expire-uploads.ts';
import { publishImages } from '@labroom/service/worker/publish-images.ts';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { png, sendImage } from '../test-image.ts';
import { deleteFile, initiate, put, uploadFile } from '../test-upload.ts';
import { job, type WriteCase } from './write-case.ts';

const silent = pino({ enabled: false });

export const jobCases: WriteCase[] = [
  {
    name: 'the worker deletes the bytes of a removed file',
    async prepare({ home, faulty, lab }) {
      const path = `jobs/${randomUUID()}.txt`;
      await uploadFile(home, lab, path, { path });
      const { db, storage } = home.context;
      const [version] = await db
        .select({ key: fileVersions.objectKey })
        .from(fileVersions)
        .innerJoin(files, eq(files.id, fileVersions.fileId))
        .where(eq(files.path, path));
      const key = version?.key ?? '';
      await deleteFile(home, lab, path);
      return {
        ask: () => job(() => deleteObjects(faulty.context)),
        async effects() {
          const isQueued = (await db.$count(objectDeletions, eq(objectDeletions.objectKey, key))) > 0;
          return isQueued || (await storage.head(key)) ? 0 : 1;
        },
      };
    },
  },
  {
    name: 'the worker forgets an upload that expired',
    async prepare({ home, faulty, lab }) {
      const upload = await initiate(home, lab, 4);
      await put(upload, 'late');
      const { db, storage } = home.context;
      const [row] = await db
        .update(uploads)
        .set({ expiresAt: sql`now() - interval '2 hours'` })
        .where(sql`${uploads.finishedAt} is null and ${uploads.contentLength} = 4`)
        .returning();
      return {
        async ask() {
          // The job skips a row while the transaction of a broken attempt holds it.
          await db
            .select()
            .from(uploads)
            .where(eq(uploads.id, row?.id ?? ''))
            .for('update');
          return job(() => expireUploads(faulty.context));
        },
        async effects() {
          await deleteObjects(home.context);
          const isHere = (await db.$count(uploads, eq(uploads.id, row?.id ?? ''))) > 0;
          return isHere || (await storage.head(row?.objectKey ?? '')) ? 0 : 1;
        },
      };
    },
  },
  {
    name: 'the worker publishes a picture',
    async prepare({ home, faulty, lab }) {
      const key = await sendImage(home, lab, png());
      const { db } = home.context;
      return {
        ask: () => job(() => publishImages(faulty.context, silent)),
        async effects() {
          const [row] = await db.select().from(labs).where(eq(labs.oclId, lab.oclId));
          const drawn = bitmapKeys(parseImageKey(key)?.id ?? '');
          const stored = await Promise.all(drawn.map((each) => home.context.storage.head(each)));
          return row?.image === `/${key}` && stored.every(Boolean) ? 1 : 0;
        },
      };
    },
  },
];
