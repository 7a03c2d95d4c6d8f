import assert from 'node:assert/strict';
import { check } from '../check.ts';
import { allNull, done, refused } from '../expect.ts';
import type { Lab } from '../lab.ts';
import { until } from '../until.ts';

const section = 'docs/specification/labs.md#images';

const GENERATE = `mutation($oclId: String!, $contentType: String!) {
  generateLabImageUploadUrl(oclId: $oclId, contentType: $contentType) {
    uploadUrl key expiresAt error { code message requestId retryable details } } }`;
const IMAGE = 'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { image } }';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9" onload="alert(2)"/></svg>';

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
      rule: 'A presigned PUT URL for fifteen minutes that works once; the public URL is put on the lab after the object landed.',
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
      assert.deepEqual(Buffer.from(await served.arrayBuffer()), png);
    },
  ),

  check(
    'images.svg',
    {
      rule: 'An SVG is shown without its programs.',
      section,
      needs: ['newLab'],
    },
    async ({ newLab }) => {
      const lab = await newLab();
      const { uploadUrl } = done(await generate(lab, 'image/svg+xml'));
      assert.ok((await put(uploadUrl, svg, 'image/svg+xml')).ok);
      const image = await until('the picture is on the lab', () => imageOf(lab));
      const text = await (await fetch(image)).text();
      assert.match(text, /<rect/);
      assert.doesNotMatch(text, /script|onload|alert/);
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
