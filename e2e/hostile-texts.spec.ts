import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import type { Database } from '#service/platform/db/database.ts';
import { openFaucet, type TestWallet } from '#testing/actors.ts';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { entriesOfPage, openStackDatabase, replaceTexts, writeEntries } from './hostile/hostile-entries.ts';
import { makeLab } from './labs.ts';
import { test } from './test.ts';

/** People who open pages with hostile texts, at once. */
const visitors = 10;
/** Pages that one other visitor opens. */
const pages = 40;

let db: Database;
let owner: TestWallet;
let oclId: string;
let shortname: string;

test.beforeAll(async ({ stack }) => {
  db = await openStackDatabase();
  owner = await openFaucet(stack.rpcUrl).fundedWallet();
  ({ oclId, shortname } = await makeLab(stack, owner, `Hostile texts ${Date.now()}`));
  await writeEntries(stack, owner, oclId);
});
test.afterAll(async () => {
  // The other tests look at the same pages.
  await replaceTexts(db, oclId, () => 'Text');
  await db.$client.end();
});

const listsOf = (lab: string) => [
  '/activity?show=announcements',
  labPath(lab),
  labPath(lab, 'activity'),
  `${labPath(lab, 'activity')}?show=announcements`,
  `${labPath(lab, 'activity')}/atom.xml`,
];

test('no page with hostile texts fails, whatever they are', async ({ stack }) => {
  test.setTimeout(900_000);
  for (const [name, write] of Object.entries(hostileTexts)) {
    // Each is another text, so none is known.
    const { announcements } = await replaceTexts(db, oclId, (length, at) =>
      at % 2 === 0 ? `${at} ${write(length - 3)}` : write(400 - at),
    );
    const paths = [
      ...listsOf(shortname),
      labPath(shortname, 'releases', ['1']),
      ...announcements.slice(0, 2).map((id) => labPath(shortname, 'activity', [id])),
    ];
    const answers = await Promise.all(paths.map((path) => fetch(stack.webUrl + path)));
    expect(
      answers.map(({ status }) => status),
      name,
    ).toEqual(paths.map(() => 200));
    for (const answer of answers) {
      const html = await answer.text();
      expect(html, name).not.toContain('This page could not be shown');
      // An announcement page may repeat a text of 100,000 characters, which the page also carries as data.
      expect(html.length, name).toBeLessThan(3_000_000);
    }
  }
});

test('visitors of pages with hostile texts do not keep another visitor waiting', { tag: '@release' }, async ({
  stack,
}) => {
  test.setTimeout(900_000);
  const names = Object.keys(hostileTexts);
  const write = (length: number, at: number) => {
    const body = hostileTexts[names[(at * 5) % names.length] as string]?.(length - 3) ?? '';
    return `${at} ${body}`;
  };
  const path = `${labPath(shortname, 'activity')}?show=announcements`;
  /** Opens a page from an address of its own: what is bounded for one network is not for the others. */
  const open = async (url: string, host: number) => {
    const start = performance.now();
    const localAddress = `127.0.0.${host}`;
    const [answer] = await once(get(stack.webUrl + url, { localAddress, agent: false }), 'response');
    await text(answer);
    return performance.now() - start;
  };
  /** Time that the other visitor's page takes at most in 99 of 100 tries, while the others open a page each. */
  const beside = async (others: string) => {
    const times: number[] = [];
    for (let at = 0; at < pages; at++) {
      // All at once, and again for each page of the other visitor.
      const opened = Array.from({ length: visitors }, (_, one) => open(others, 10 + one));
      times.push(await open('/developers', 2));
      await Promise.all(opened);
    }
    return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  };
  await replaceTexts(db, oclId, () => 'Text');
  await beside(path);
  const honest = await beside(path);
  await replaceTexts(db, oclId, write);
  const hostile = await beside(path);
  const quiet = await (async () => {
    const times: number[] = [];
    for (let at = 0; at < pages; at++) times.push(await open('/developers', 2));
    return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  })();
  console.log(
    `p99 of /developers: quiet ${quiet.toFixed(0)} ms, beside honest texts ${honest.toFixed(0)} ms, beside ${entriesOfPage} hostile ones ${hostile.toFixed(0)} ms`,
  );
  expect(hostile / honest).toBeLessThan(3);
});
