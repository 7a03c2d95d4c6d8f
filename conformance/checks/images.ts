import assert from 'node:assert/strict';
import { check } from '../check/check.ts';
import { allNull, done, refused } from '../service/expect.ts';
import type { Lab } from '../service/lab.ts';
import { until } from '../service/until.ts';

const section = 'docs/specification/labs.md#images';

const GENERATE = `mutation($oclId: String!, $contentType: String!) {
  generateLabImageUploadUrl(oclId: $oclId, contentType: $contentType) {
    uploadUrl key expiresAt error { code message requestId retryable details } } }`;
const UPLOAD =
  'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { imageUpload { key status reason } } }';
const IMAGE = 'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { image } }';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="18" height="9"><script>alert(1)</script><rect width="9" height="9" onload="alert(2)"/></svg>';

/** Seven levels of markers, each of which draws the one below at ten vertices. */
const vertices = Array.from({ length: 10 }, (_, at) => `${at} ${at}`).join(' ');
const multiplying = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><marker id="m0"><rect width="5" height="5"/></marker>${Array.from(
  { length: 7 },
  (_, at) => `<marker id="m${at + 1}"><path d="M${vertices}" marker-mid="url(#m${at})"/></marker>`,
).join('')}<path d="M${vertices}" marker-mid="url(#m7)"/></svg>`;

/** Width and height in the header of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

const generate = (lab: Lab, contentType = 'image/png') => lab.mutate(GENERATE, { contentType });

function put(url: string, body: Uint8Array<ArrayBuffer> | string, type: string): Promise<Response> {
  return fetch(url, { method: 'PUT', headers: { 'content-type': type }, body });
}

async function imageOf(lab: Lab): Promise<string | null> {
  return (await lab.service.ask(IMAGE, { oclId: lab.oclId })).labWithDataRoomAndFiles.image;
}

export const imageChecks = [
  check(
    'images.upload',
    {
      rule: 'A presigned PUT URL for fifteen minutes that works once; the public URL of a bitmap is put on the lab after the object landed.',
      section: `${section}; docs/specification/limits.md#lifetimes`,
      needs: ['newLab'],
    },
    async ({ newLab }) => {
      const lab = await newLab();
      const { uploadUrl, key, expiresAt } = done(await generate(lab));
      assert.ok(key.length > 0);
      assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 900_000) < 60_000);
      assert.equal(await imageOf(lab), null);
      assert.ok((await put(uploadUrl, png, 'image/png')).ok);
      assert.ok(!(await put(uploadUrl, png, 'image/png')).ok, 'it worked twice');
      const image = await until('the picture is on the lab', () => imageOf(lab));
      const served = await fetch(image);
      assert.equal(served.headers.get('content-type'), 'image/png');
      assert.deepEqual(sizeOf(Buffer.from(await served.arrayBuffer())), [1, 1]);
    },
  ),

  check(
    'images.svg',
    {
      rule: 'An SVG is shown as a PNG of at most 1,024 pixels, without its programs.',
      section,
      needs: ['newLab'],
    },
    async ({ newLab }) => {
      const lab = await newLab();
      const { uploadUrl } = done(await generate(lab, 'image/svg+xml'));
      assert.ok((await put(uploadUrl, svg, 'image/svg+xml')).ok);
      const image = await until('the picture is on the lab', () => imageOf(lab));
      const served = await fetch(image);
      assert.equal(served.headers.get('content-type'), 'image/png');
      const bytes = Buffer.from(await served.arrayBuffer());
      assert.deepEqual(sizeOf(bytes), [1_024, 512]);
      assert.doesNotMatch(bytes.toString('latin1'), /script|onload|alert/);
    },
  ),

  check(
    'images.bounds',
    {
      rule: 'An SVG whose references multiply is refused with a reason, and the lab keeps its picture.',
      section,
      needs: ['newLab'],
    },
    async ({ newLab }) => {
      const lab = await newLab();
      const { uploadUrl, key } = done(await generate(lab, 'image/svg+xml'));
      assert.ok((await put(uploadUrl, multiplying, 'image/svg+xml')).ok);
      const upload = await until('the picture is settled', async () => {
        const { imageUpload } = (await lab.service.ask(UPLOAD, { oclId: lab.oclId })).labWithDataRoomAndFiles;
        return imageUpload.status === 'REFUSED' ? imageUpload : null;
      });
      assert.deepEqual(upload, { key, status: 'REFUSED', reason: 'TOO_COMPLEX' });
      assert.equal(await imageOf(lab), null);
    },
  ),

  check(
    'images.types',
    {
      rule: 'jpeg, png, webp, gif and svg+xml, and no other type.',
      section: `${section}; docs/specification/limits.md#labs-and-files`,
      needs: ['lab'],
    },
    async ({ lab }) => {
      for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/svg+xml'])
        done(await generate(lab, type));
      for (const type of [
        'image/bmp',
        'image/svg',
        'IMAGE/PNG',
        'image/png; charset=x',
        'text/html',
        'toString',
        '',
      ]) {
        const failed = await generate(lab, type);
        refused(failed, 'VALIDATION_FAILED', 'UNSUPPORTED_IMAGE_TYPE');
        allNull(failed, ['uploadUrl', 'key', 'expiresAt']);
      }
    },
  ),
];
