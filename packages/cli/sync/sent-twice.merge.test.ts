import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, fundedMachine } from '../cli.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Before new files are sent, another machine sends its own. */
const overtaken = `
  import { spawnSync } from 'node:child_process';
  const { fetch } = globalThis;
  const { OTHER_HOME: HOME, ...env } = process.env;
  globalThis.fetch = async (url, request) => {
    if (String(request?.body ?? '').includes('"AddFiles"'))
      spawnSync(process.execPath, [process.argv[1], 'sync', '--yes'], {
        cwd: HOME + '/folder',
        env: { ...env, HOME, NODE_OPTIONS: '' },
      });
    return fetch(url, request);
  };`;

test('new files that another run sends at the same time are taken as they are, and others at their paths are told', async () => {
  await using other = await fundedMachine();
  const lab = await registeredLab(service, other.account);
  const preload = `--import=data:text/javascript,${encodeURIComponent(overtaken)}`;
  await using machine = await createMachine({
    privateKey: other.privateKey,
    env: { NODE_OPTIONS: preload, OTHER_HOME: other.home },
  });
  for (const one of [other, machine]) {
    await one.login(service.url);
    expect(await one.json('init', lab.shortname)).toMatchObject({ code: 0 });
    await one.write('same.txt', 'one');
    await one.write('different.txt', one === other ? 'theirs' : 'ours');
  }
  expect(await machine.json('sync', '--yes')).toMatchObject({
    code: 1,
    uploaded: [],
    adopted: 1,
    failed: [{ path: 'different.txt' }],
  });
});
