import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { dataDir } from './stack/local.ts';

const root = path.resolve(import.meta.dirname, '..');

test('the README’s “API in one minute” works with curl', async () => {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const script = [...readme.matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, code]) => code)
    .find((code) => code?.includes('curl'));
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script ?? 'exit 1'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir() },
  });

  // Labs of other tests may be newer than the example labs, so the first page can be without these.
  expect(stdout).toMatch(/"labs":\{"nodes":\[\{"oclId":"0x[0-9a-f]+","shortname":"[a-z0-9-]+"/);
  const hash = createHash('sha256').update('hello, data room\n').digest('hex');
  expect(stdout).toContain(`"contentHash":"sha256:${hash}"`);
  expect(stdout).toContain(`${hash}  -`);
  expect(stdout).toContain('"code":"UNAUTHORIZED"');
  expect(stdout).toContain('"errorType":"UNAUTHENTICATED"');
});
