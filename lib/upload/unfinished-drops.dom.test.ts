import { apiFailure, fakePorts } from '@labroom/client/upload/fake-ports.ts';
import { beforeEach, expect, it } from 'vitest';
import {
  forgetInterrupted,
  interruptedDrops,
  rememberDrop,
  type UnfinishedDrop,
} from './unfinished-drops.ts';
import type { UploadSettings } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

const lab = { oclId: '0x01', shortname: 'lipase', name: 'Lipase screen' };
const wallet = '0xaa';
const holders: UploadSettings = {
  lab,
  access: { level: 'HOLDERS', conditions: '["secret-free"]' },
  minimum: '2.5',
  changeBy: wallet,
  description: 'A description',
};

/** Tabs of one browser share its storage and its locks. A closed tab releases its locks. */
function openBrowser() {
  const held = new Set<string>();
  const browser = {
    localStorage: window.localStorage,
    navigator: {
      locks: {
        async request(name: string, run: () => Promise<unknown>) {
          held.add(name);
          await run();
          held.delete(name);
        },
        query: async () => ({ held: [...held].map((name) => ({ name })) }),
      } as unknown as LockManager,
    },
  };
  return { browser, closeTabs: () => held.clear() };
}

const keys = () => Object.keys(window.localStorage);
const files = (...paths: string[]) => paths.map((path) => ({ path, file: new File([path], path) }));

function openTab() {
  const { browser, closeTabs } = openBrowser();
  const fake = fakePorts();
  const queue = new UploadQueue({
    ports: fake.ports,
    existing: () => undefined,
    remember: (drop) => rememberDrop(browser, drop),
  });
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => holds() && resolve();
      queue.subscribe(check);
      check();
    });
  return { ...fake, browser, closeTabs, queue, until };
}

beforeEach(() => window.localStorage.clear());

it('keeps the unfinished files of a drop and its access, and nothing secret', async () => {
  const { queue, hold, until, browser, closeTabs } = openTab();
  queue.add(files('a', 'b'), ['run'], holders);
  await until(() => !queue.getSnapshot().active);
  expect(keys()).toEqual([]);

  hold('put');
  queue.add(files('c', 'd'), ['run'], holders);
  queue.cancel(queue.getSnapshot().items[3]?.id ?? 0);
  await Promise.resolve();
  expect(await interruptedDrops(browser, wallet)).toEqual([]);
  closeTabs();
  const drop: UnfinishedDrop = {
    lab,
    changeBy: wallet,
    access: { level: 'HOLDERS', minimum: '2.5' },
    paths: ['run/c'],
  };
  expect(await interruptedDrops(browser, wallet)).toEqual([{ ...drop, key: expect.any(String) }]);
  expect(JSON.stringify(window.localStorage)).not.toMatch(/secret|description|wrapped/i);
});

it('shows a drop to the wallet that queued it, and forgets files that are queued again', async () => {
  const { browser, closeTabs } = openBrowser();
  rememberDrop(browser, { lab, changeBy: wallet, access: { level: 'PUBLIC' }, paths: ['a', 'b'] });
  closeTabs();
  expect(await interruptedDrops(browser, '0xbb')).toEqual([]);
  const [drop] = await interruptedDrops(browser, wallet);
  if (!drop) throw new Error('the drop is not remembered');
  forgetInterrupted(browser, drop, new Set(['a', 'other']));
  const [left] = await interruptedDrops(browser, wallet);
  expect(left?.paths).toEqual(['b']);
  if (left) forgetInterrupted(browser, left);
  expect(keys()).toEqual([]);
});

it('remembers failed files', async () => {
  const { queue, fail, until, browser, closeTabs } = openTab();
  fail('initiate', apiFailure('FAILED_PRECONDITION', 'QUOTA_EXCEEDED'));
  queue.add(files('a'), [], holders);
  await until(() => !queue.getSnapshot().active);
  closeTabs();
  expect(await interruptedDrops(browser, wallet)).toMatchObject([{ paths: ['a'] }]);
});

it("works if the browser's storage is unavailable, and drops what is corrupt", async () => {
  const key = 'labroom.unfinished.1';
  const { browser } = openBrowser();
  for (const value of ['7', '{', '{"lab":{},"access":{},"paths":["a"]}']) {
    window.localStorage.setItem(key, value);
    expect(await interruptedDrops(browser, wallet)).toEqual([]);
    expect(keys()).toEqual([]);
  }
  const blocked = {
    ...browser,
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  const drop: UnfinishedDrop = { lab, changeBy: wallet, access: { level: 'ADMIN' }, paths: ['a'] };
  rememberDrop(blocked, drop)('a');
  expect(await interruptedDrops(blocked, wallet)).toEqual([]);
});
