import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configOf, serverOf } from './discovery.fixture.ts';

const url = 'https://api.example.org';
const bytes = Buffer.from('a tarball');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const file = 'labroom-0.1.0.tgz';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labroom-packages-'));
  await writeFile(join(folder, file), bytes);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const one = { name: 'labroom', version: '0.1.0', file, bytes: bytes.length, sha256, integrity: 'sha512-x' };
  await writeFile(
    join(folder, 'packages.json'),
    JSON.stringify({ commit: 'c0ffee', sources: 'x', packages: [one] }),
  );
  app = await serverOf(configOf({ SERVICE_URL: url, PACKAGES_DIR: folder }));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('packages are listed with commit and hashes, and served byte for byte', async () => {
  const listed = (await app.inject('/packages.json')).json();
  expect(listed).toMatchObject({
    commit: 'c0ffee',
    packages: [{ name: 'labroom', sha256, url: `${url}/packages/${file}` }],
  });
  const tarball = await app.inject(`/packages/${file}`);
  expect([tarball.statusCode, tarball.headers['content-type']]).toEqual([200, 'application/gzip']);
  expect(tarball.rawPayload.equals(bytes)).toBe(true);
  expect((await app.inject('/packages/SHA256SUMS')).payload).toBe(`${sha256}  ${file}\n`);
  const known = { 'if-none-match': String(tarball.headers.etag) };
  expect((await app.inject({ url: `/packages/${file}`, headers: known })).statusCode).toBe(304);
});

test('nothing else of the folder is served', async () => {
  for (const path of ['secret.txt', 'packages.json', '..%2fpackages.json'])
    expect((await app.inject(`/packages/${path}`)).statusCode).toBe(404);
});

test('the start, llms.txt and the skill lead to them', async () => {
  for (const path of ['/', '/llms.txt'])
    expect((await app.inject(path)).payload).toContain(`${url}/packages.json`);
  expect((await app.inject('/skills/labroom/SKILL.md')).payload).toContain(`${url}/packages/${file}`);
});

test('a service without built packages offers none', async () => {
  const without = await serverOf(configOf({ PACKAGES_DIR: join(folder, 'none') }));
  expect((await without.inject('/')).payload).not.toContain('packages.json');
  expect((await without.inject('/packages.json')).statusCode).toBe(404);
  await without.close();
});
