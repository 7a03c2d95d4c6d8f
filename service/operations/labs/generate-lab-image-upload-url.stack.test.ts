import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import {
  generateLabImageUploadUrl,
  imageOf,
  png,
  putImage,
  sendImage,
  shownAt,
} from '@labroom/testing/test-image.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import { labImageUploads } from '#platform/db/tables/labs.ts';
import { forgetImageUploads, publishImages } from '#worker/publish-images.ts';
import { bitmapKeys } from './image/image-types.ts';

const log = pino({ enabled: false });

const service = await openTestService();
const lab = await registeredLab(service);

const work = () => publishImages(service.context, log);

describe('an image of a lab', () => {
  test('is uploaded to a URL, shown on the lab and served as PNG and as WebP', async () => {
    const before = Date.now();
    const { uploadUrl, key, expiresAt, error } = await generateLabImageUploadUrl(service, lab);
    expect(error).toBeNull();
    expect(key).toMatch(/^images\/[0-9a-f-]{36}\.png$/);
    expect(Date.parse(expiresAt) - before).toBeGreaterThan(14.9 * 60_000);
    expect(Date.parse(expiresAt) - before).toBeLessThan(15.5 * 60_000);
    expect(await imageOf(service, lab.oclId)).toMatchObject({
      image: null,
      imageUpload: { key, status: 'WAITING', reason: null, settledAt: null },
    });

    expect(await putImage(uploadUrl, png())).toEqual({ status: 200 });
    expect(await imageOf(service, lab.oclId)).toMatchObject({
      image: null,
      imageUpload: { status: 'CHECKING' },
    });
    expect(await work()).toEqual({ done: 1, more: false });

    const { image, imageUpload } = await imageOf(service, lab.oclId);
    expect(image).toBe(`${service.url}/${key}`);
    expect(imageUpload).toMatchObject({ status: 'PUBLISHED', reason: null, settledAt: expect.any(String) });
    expect(await shownAt(image)).toEqual({ type: 'image/png', format: 'png', width: 2, height: 2 });
    expect(await shownAt(image.replace('.png', '.webp'))).toEqual({
      type: 'image/webp',
      format: 'webp',
      width: 2,
      height: 2,
    });
    const response = await fetch(image);
    const { byteLength } = await response.arrayBuffer();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-length': String(byteLength),
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(image, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await fetch(image, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(byteLength)]);
    const { labs } = await ask(service, '{ labs { nodes { oclId image } } }');
    expect(labs.nodes).toContainEqual({ oclId: lab.oclId, image });
  });

  test('replaces the previous one, which is kept for a day for open pages', async () => {
    const mine = await registeredLab(service);
    const first = await sendImage(service, mine, png());
    await work();
    const second = await sendImage(service, mine, png({ width: 3 }));
    await work();
    expect((await imageOf(service, mine.oclId)).image).toBe(`${service.url}/${second}`);
    await deleteObjects(service.context);
    expect((await fetch(`${service.url}/${first}`)).status).toBe(200);
    await makeDue(first);
    await deleteObjects(service.context);
    const gone = await fetch(`${service.url}/${first}`);
    expect(gone.status).toBe(404);
    expect((await gone.json()).reason).toBe('NO_SUCH_IMAGE');
    expect(gone.headers.get('cache-control')).toBe('private, no-cache');
    expect((await fetch(`${service.url}/${second}`)).status).toBe(200);
  });

  test('is not removed if it is set again by its URL; another lab can show it, but not remove it', async () => {
    const [mine, other] = [await registeredLab(service), await registeredLab(service)];
    const key = await sendImage(service, mine, png());
    await work();
    const url = `${service.url}/${key}`;
    await setImage(mine, 'https://example.org/picture.png');
    expect(await deletionOf(key)).toHaveLength(2);
    await setImage(mine, url);
    expect(await deletionOf(key)).toEqual([]);
    expect((await imageOf(service, mine.oclId)).image).toBe(url);
    await setImage(other, url);
    await setImage(other, null);
    expect(await deletionOf(key)).toEqual([]);
  });

  test('is not published if the image was set otherwise after it arrived', async () => {
    const mine = await registeredLab(service);
    await sendImage(service, mine, png());
    await setImage(mine, null);
    await work();
    expect(await imageOf(service, mine.oclId)).toMatchObject({
      image: null,
      imageUpload: { status: 'REFUSED', reason: 'SUPERSEDED' },
    });
  });

  test('is replaced by one that arrived later, in any order of the workers', async () => {
    const mine = await registeredLab(service);
    const early = await sendImage(service, mine, png());
    const late = await sendImage(service, mine, png());
    const hide = (key: string, hidden: boolean) =>
      service.context.db
        .update(labImageUploads)
        .set({ settledAt: hidden ? new Date() : null, refusal: hidden ? 'DAMAGED' : null })
        .where(eq(labImageUploads.id, idOf(key)));
    await hide(early, true);
    await work();
    await hide(early, false);
    await work();
    expect((await imageOf(service, mine.oclId)).image).toBe(`${service.url}/${late}`);
    await deleteObjects(service.context);
    expect((await fetch(`${service.url}/${early}`)).status).toBe(404);
  });
});

describe('an upload URL', () => {
  test('works once, also for twenty concurrent requests through two processes', async () => {
    const { uploadUrl, key } = await generateLabImageUploadUrl(service, lab);
    const replica = await service.startPeer();
    const services = [uploadUrl, uploadUrl.replace(service.url, replica.url)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => putImage(services[at % 2] ?? '', png({ width: at + 1 }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await putImage(uploadUrl, png())).toEqual({ status: 412, reason: 'URL_ALREADY_USED' });
    await work();
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await shownAt(`${service.url}/${key}`)).toMatchObject({ width: winner + 1 });
    expect(await putImage(uploadUrl, png())).toEqual({ status: 412, reason: 'URL_ALREADY_USED' });
    await replica.stop();
  });

  test('is rejected with another type, signature or name, and after its expiry', async () => {
    const { uploadUrl, key }: { uploadUrl: string; key: string } = await generateLabImageUploadUrl(
      service,
      lab,
    );
    const other = await generateLabImageUploadUrl(service, lab);
    const refused = async (url: string, type?: string) => (await putImage(url, png(), type)).reason;
    expect(await refused(uploadUrl, 'image/gif')).toBe('CONTENT_TYPE_MISMATCH');
    expect(await refused(uploadUrl, 'image/png; x=y')).toBe('CONTENT_TYPE_MISMATCH');
    expect(await refused(uploadUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(
      'SIGNATURE_MISMATCH',
    );
    expect(await refused(uploadUrl.split('?')[0] ?? '')).toBe('SIGNATURE_MISMATCH');
    expect(await refused(uploadUrl.replace(key, other.key))).toBe('SIGNATURE_MISMATCH');
    expect(await refused(uploadUrl.replace('.png', '.svg'))).toBe('SIGNATURE_MISMATCH');
    expect(await refused(`${service.url}/images/x?signature=x`)).toBe('SIGNATURE_MISMATCH');
    await service.context.db
      .update(labImageUploads)
      .set({ expiresAt: sql`now()` })
      .where(eq(labImageUploads.id, idOf(key)));
    expect(await putImage(uploadUrl, png())).toEqual({ status: 403, reason: 'URL_EXPIRED' });
    expect(await putImage(other.uploadUrl, png())).toEqual({ status: 200 });
    await work();
    expect((await imageOf(service, lab.oclId)).image).toBe(`${service.url}/${other.key}`);
  });

  test('rejects images above the size limit, announced or not, and empty ones', async () => {
    const { uploadUrl } = await generateLabImageUploadUrl(service, lab);
    const tooMany = Buffer.alloc(10_000_001);
    expect(await putImage(uploadUrl, tooMany)).toEqual({ status: 413, reason: 'TOO_LARGE' });
    expect(await streamed(uploadUrl, tooMany)).toBe(413);
    expect(await putImage(uploadUrl, '')).toEqual({ status: 400, reason: 'BODY_TOO_SHORT' });
    const drawing = await generateLabImageUploadUrl(service, lab, 'image/svg+xml');
    expect((await putImage(drawing.uploadUrl, Buffer.alloc(1_000_001), 'image/svg+xml')).status).toBe(413);
    // A rejected request does not use up the URL.
    expect((await putImage(uploadUrl, png())).status).toBe(200);
  });

  test('can be used again after a broken connection', async () => {
    // The service may see either request first, so the test repeats until it was the incomplete one.
    let uploadUrl = '';
    let half: ClientRequest | undefined;
    await expect
      .poll(async () => {
        half?.on('error', () => undefined).destroy();
        ({ uploadUrl } = await generateLabImageUploadUrl(service, lab));
        half = request(uploadUrl, {
          method: 'PUT',
          headers: { 'content-type': 'image/png', 'content-length': 500 },
        });
        half.write('half');
        await once(half, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'));
        return await putImage(uploadUrl, png());
      })
      .toEqual({ status: 409, reason: 'UPLOAD_IN_PROGRESS' });
    half?.on('error', () => undefined).destroy();
    await expect.poll(async () => (await putImage(uploadUrl, png())).status).toBe(200);
  });

  test('accepts requests from pages of the web app only', async () => {
    const { uploadUrl } = await generateLabImageUploadUrl(service, lab);
    const preflight = (origin: string) =>
      fetch(uploadUrl, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT' } });
    const { webUrl } = service.context.config.http;
    const allowed = await preflight(webUrl);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, webUrl]);
    expect((await preflight('https://example.org')).status).toBe(403);
    expect((await fetch(uploadUrl, { method: 'POST' })).status).toBe(405);
  });

  test('is deleted a day after it expired unused, and nothing else is', async () => {
    const { key } = await generateLabImageUploadUrl(service, lab);
    await service.context.db
      .update(labImageUploads)
      .set({ expiresAt: sql`now() - interval '25 hours'` })
      .where(eq(labImageUploads.id, idOf(key)));
    expect((await imageOf(service, lab.oclId)).imageUpload.status).toBe('EXPIRED');
    expect(await forgetImageUploads(service.context)).toEqual({ done: 1, more: false });
    expect((await imageOf(service, lab.oclId)).imageUpload.key).not.toBe(key);
  });

  test('is not logged', async () => {
    const { uploadUrl } = await generateLabImageUploadUrl(service, lab);
    await putImage(uploadUrl, png());
    await fetch(uploadUrl, { method: 'POST' });
    const secret = new URL(uploadUrl).searchParams.get('signature') ?? '';
    expect(secret.length).toBeGreaterThan(40);
    expect(service.logLines.join('')).not.toContain(secret);
  });
});

function idOf(key: string): string {
  return key.slice('images/'.length, -'.png'.length);
}

async function setImage({ oclId, token }: RegisteredLab, image: string | null): Promise<void> {
  const variables = { oclId, input: { image } };
  expect((await resultOf(service, UpdateLabNftMetadataDocument, variables, token)).error).toBeNull();
}

function deletionOf(key: string) {
  return service.context.db
    .select()
    .from(objectDeletions)
    .where(inArray(objectDeletions.objectKey, bitmapKeys(idOf(key))));
}

async function makeDue(key: string): Promise<void> {
  await service.context.db
    .update(objectDeletions)
    .set({ dueAt: sql`now()` })
    .where(inArray(objectDeletions.objectKey, bitmapKeys(idOf(key))));
}

/** Sends a body without a `Content-Length`. */
function streamed(url: string, bytes: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'PUT', headers: { 'content-type': 'image/png' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.once('error', reject);
    sending.end(bytes);
  });
}
