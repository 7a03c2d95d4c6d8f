import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { depth } from '@labroom/testing/depth.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { imageOf, png, sendImage, shownAt } from '@labroom/testing/test-image.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { bitmapKey, bitmapKeys } from '../operations/labs/image/image-types.ts';
import { objectDeletions } from '../platform/db/tables/files.ts';
import { WorkNotices } from '../platform/db/work-notices.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import { publishImages } from './publish-images.ts';
import { runJobs } from './run-jobs.ts';

const service = await openTestService();
const lab = await registeredLab(service);
/** The image that the lab has at first. */
const shown = await sendImage(service, lab, png());
await publishImages(service.context, watchedLog().log);

const urlOf = (key: string) => `${service.url}/${key}`;
const idOf = (key: string) => key.slice('images/'.length, -'.png'.length);
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

async function queuedDeletions(): Promise<string[]> {
  return (await service.context.db.select().from(objectDeletions)).map(({ objectKey }) => objectKey);
}

describe('publishing images', () => {
  test.each<[string, string, Buffer | string, string]>([
    ['TYPE_MISMATCH', 'a page', '<html><script>alert(1)</script></html>', 'image/png'],
    ['TYPE_MISMATCH', 'a PNG declared as a GIF', png(), 'image/gif'],
    [
      'TOO_MANY_PIXELS',
      'one pixel with huge declared dimensions',
      png({ width: 1, claimed: [50_000, 50_000] }),
      'image/png',
    ],
    ['DAMAGED', 'a truncated image', png().subarray(0, 40), 'image/png'],
    ['SVG_ENTITIES', 'entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'image/svg+xml'],
    ['TOO_COMPLEX', 'too much', svg('<g>'.repeat(200) + '</g>'.repeat(200)), 'image/svg+xml'],
  ])(
    'rejects with %s an image that is %s: the lab keeps its image, and the log has the reason',
    async (reason, _, bytes, type) => {
      const { log, lines } = watchedLog();
      const key = await sendImage(service, lab, bytes, type);
      await publishImages(service.context, log);
      expect(await imageOf(service, lab.oclId)).toMatchObject({
        image: urlOf(shown),
        imageUpload: { key, status: 'REFUSED', reason, settledAt: expect.any(String) },
      });
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'image refused', reason, oclId: lab.oclId });
      await deleteObjects(service.context);
      expect(await queuedDeletions()).toEqual([]);
      expect((await fetch(urlOf(key))).status).toBe(404);
      expect((await fetch(urlOf(shown))).status).toBe(200);
    },
  );

  test('draws an SVG as PNG and WebP, without active content, with headers that allow no scripts', async () => {
    const mine = await registeredLab(service);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script>alert(1)</script><rect width="40" height="10" onclick="alert(1)" style="fill:#f00"/></svg>`;
    const key = await sendImage(service, mine, drawing, 'image/svg+xml');
    await publishImages(service.context, watchedLog().log);
    const response = await fetch(urlOf(key));
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
    const size = { width: 1024, height: 256 };
    expect(await shownAt(urlOf(key))).toEqual({ type: 'image/png', format: 'png', ...size });
    const webp = urlOf(key).replace('.png', '.webp');
    expect(await shownAt(webp)).toEqual({ type: 'image/webp', format: 'webp', ...size });
    const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
    expect((await imageOf(service, mine.oclId)).image).toBe(urlOf(key));
    for (const other of ['svg', 'jpg', 'gif'])
      expect((await fetch(urlOf(key).replace('.png', `.${other}`))).status).toBe(404);
  });

  test('happens once with several workers', async () => {
    const labs = [await registeredLab(service), await registeredLab(service)];
    await deleteObjects(service.context);
    const keys = await Promise.all(labs.map((mine) => sendImage(service, mine, png())));
    const { log, lines } = watchedLog();
    await Promise.all(Array.from({ length: 4 }, () => publishImages(service.context, log)));
    expect(lines.filter((line) => line.includes('image published'))).toHaveLength(2);
    expect(await queuedDeletions()).toHaveLength(2);
    for (const [at, mine] of labs.entries()) {
      expect((await imageOf(service, mine.oclId)).image).toBe(urlOf(keys[at] ?? ''));
    }
  });

  test('continues with the others, and retries later, when the storage fails for one', async () => {
    const [first, second] = [await registeredLab(service), await registeredLab(service)];
    const keys = [await sendImage(service, first, png()), await sendImage(service, second, png())];
    const put: ObjectStorage['put'] = async (object) => {
      if (object.key === bitmapKey(idOf(keys[0] ?? ''), 'png')) throw new Error('The storage is read-only');
      return service.context.storage.put(object);
    };
    const storage: ObjectStorage = Object.assign(Object.create(service.context.storage), {
      put,
      read: (key: string) => service.context.storage.read(key),
    });
    const { log } = watchedLog();
    await expect(publishImages({ ...service.context, storage }, log)).rejects.toThrow('read-only');
    expect((await imageOf(service, first.oclId)).imageUpload.status).toBe('CHECKING');
    expect((await imageOf(service, second.oclId)).image).toBe(urlOf(keys[1] ?? ''));
    await publishImages(service.context, log);
    expect((await imageOf(service, first.oclId)).image).toBe(urlOf(keys[0] ?? ''));
  });

  test('is a job of the worker', async () => {
    const mine = await registeredLab(service);
    const { log, until } = watchedLog();
    const stopping = new AbortController();
    const running = runJobs(service.context, log, stopping.signal, new WorkNotices(service.context.db, log));
    const key = await sendImage(service, mine, png());
    await until(idOf(key));
    stopping.abort();
    await running;
    expect((await imageOf(service, mine.oclId)).image).toBe(urlOf(key));
  });
});

// Each starts a process.
const moments: [string, string, string][] = [
  ['before it updates the lab', 'after-put', 'CHECKING'],
  ['before it checks an image', 'read', 'CHECKING'],
  ['before it stores the published image', 'before-put', 'CHECKING'],
  ['after the update', 'end', 'PUBLISHED'],
];

test.each(depth.everyVariant ? moments : [])(
  'a worker killed with SIGKILL %s loses no image and leaves no objects behind',
  async (_, killAt, status) => {
    const mine = await registeredLab(service);
    const former = await sendImage(service, mine, png());
    await publishImages(service.context, watchedLog().log);
    await deleteObjects(service.context);
    const before = await queuedDeletions();
    const key = await sendImage(service, mine, png({ width: 9 }));
    expect(await killedPublisher(killAt)).toBe('SIGKILL');
    expect((await imageOf(service, mine.oclId)).imageUpload.status).toBe(status);

    await publishImages(service.context, watchedLog().log);
    expect(await imageOf(service, mine.oclId)).toMatchObject({
      image: urlOf(key),
      imageUpload: { key, status: 'PUBLISHED', reason: null },
    });
    expect(await shownAt(urlOf(key))).toMatchObject({ format: 'png', width: 9 });
    // The uploaded bytes are due at once, the previous bitmaps tomorrow.
    const left = (await queuedDeletions()).filter((object) => !before.includes(object));
    expect(left).toHaveLength(3);
    await deleteObjects(service.context);
    const kept = (await queuedDeletions()).filter((object) => !before.includes(object));
    expect(kept.sort()).toEqual(bitmapKeys(idOf(former)));
  },
);

async function killedPublisher(killAt: string): Promise<string | null> {
  const program = path.join(import.meta.dirname, '../../testing/killed-publisher.ts');
  const child = spawn(process.execPath, [program], {
    env: {
      ...compileCache,
      DATABASE_URL: service.databaseUrl,
      RPC_URL: requireStack('rpcUrl'),
      DATA_DIR: service.dataDir,
      KILL_AT: killAt,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [, signal] = await once(child, 'close');
  return signal;
}
