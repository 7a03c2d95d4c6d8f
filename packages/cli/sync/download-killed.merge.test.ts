import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, fundedMachine } from '../cli.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Writes down each range that was asked for. While there is a file `hold`, it asks for no third one, and says so. */
const watch = `
  import { appendFileSync, existsSync } from 'node:fs';
  const { fetch } = globalThis;
  let begun = 0;
  globalThis.fetch = async (url, request) => {
    const range = new Headers(request?.headers).get('range');
    if (!range) return fetch(url, request);
    begun += 1;
    if (begun > 2 && existsSync(process.env.HOME + '/hold')) {
      process.stderr.write('HELD\\n');
      return new Promise(() => setTimeout(() => {}, 2 ** 30));
    }
    appendFileSync(process.env.HOME + '/asked', range + '\\n');
    return fetch(url, request);
  };`;

test('a killed download goes on where it was', async () => {
  await using owner = await fundedMachine();
  const lab = await registeredLab(service, owner.account);
  const preload = `--import=data:text/javascript,${encodeURIComponent(watch)}`;
  await using reader = await createMachine({
    privateKey: owner.privateKey,
    env: { NODE_OPTIONS: preload },
  });
  for (const machine of [owner, reader]) {
    await machine.login(service.url);
    expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0 });
  }
  const content = randomBytes(40_000_000);
  await owner.write('reads.bin', content);
  expect(await owner.json('up', '--yes')).toMatchObject({ code: 0 });

  await writeFile(join(reader.home, 'hold'), '');
  const child = reader.start('down', '--yes');
  const ended = once(child, 'exit');
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  child.stdout?.resume();
  await expect.poll(() => child.exitCode ?? stderr.includes('HELD'), { timeout: 60_000 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
  await rm(join(reader.home, 'hold'));
  const asked = async () => (await readFile(join(reader.home, 'asked'), 'utf8')).trim().split('\n');
  const before = await asked();
  expect(before[0]).toMatch(/^bytes=0-/);
  expect(await readdir(reader.folder)).not.toContain('reads.bin');

  expect(await reader.json('down', '--yes')).toMatchObject({ code: 0, downloaded: ['reads.bin'] });
  expect((await readFile(join(reader.folder, 'reads.bin'))).equals(content)).toBe(true);
  const after = (await asked()).slice(before.length);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter((range) => range.startsWith('bytes=0-'))).toEqual([]);
  expect(await readdir(reader.folder)).toEqual(['.labroom', 'reads.bin']);
});
