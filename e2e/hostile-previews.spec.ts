import { randomUUID } from 'node:crypto';
import type { LabroomClient } from '@labroom/client/client.ts';
import { CreateThreadDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { openFaucet } from '@labroom/testing/actors.ts';
import { isFull } from '@labroom/testing/depth.ts';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { type BareChromium, startBareChromium } from './browser/bare-chromium.ts';
import { BarePage } from './browser/bare-page.ts';
import { longestTaskAllowed } from './browser/longest-task.ts';
import { TaskTrace } from './browser/task-trace.ts';
import { hostileFiles, hostileMarkdown } from './hostile/hostile-files.ts';
import { makeLab, type TestLab } from './stack/labs.ts';
import { test } from './test.ts';

const CALM = 'calm.md';
/** Without a change for so long, a preview is drawn. */
const QUIET_MS = 1_500;
/** Files of a change, of all that are opened for a release. */
const STRIDE = isFull ? 1 : 12;

test.describe.configure({ mode: 'default' });

let chromium: BareChromium;
let client: LabroomClient;
let lab: TestLab;
let page: BarePage;
let webUrl: string;

const fileIsShown = (name: string) =>
  `[...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === ${JSON.stringify(name)}) && document.body.innerText.includes('The hash matches')`;

test.beforeAll(async ({ stack }) => {
  const owner = await openFaucet(stack.rpcUrl).fundedWallet();
  lab = await makeLab(stack, owner, 'Hostile previews');
  client = await clientOf(stack).signIn(owner);
  webUrl = stack.webUrl;
  await upload(CALM, '# Calm\n\nA *short* text.\n');
  chromium = await startBareChromium();
  page = await BarePage.open(chromium.cdp);
  // A background tab renders no frames.
  await page.send('Page.bringToFront');
  await page.goto(`${webUrl}${filePath(lab.shortname, CALM)}`);
  // Some parts begin with the first input.
  for (const x of [1, 2]) await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y: 1 });
  await page.until(fileIsShown(CALM));
  await untilQuiet();
});
test.afterAll(() => chromium?.close());

const upload = (path: string, body: string) =>
  client.upload({ oclId: lab.oclId, target: { path }, body, access: 'PUBLIC' });

const untilQuiet = () =>
  page.evaluate(`new Promise((resolve) => {
    const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, ${QUIET_MS}); });
    const end = () => { observer.disconnect(); resolve(); };
    let timer = setTimeout(end, ${QUIET_MS});
    observer.observe(document.querySelector('main') ?? document.body, { subtree: true, childList: true, characterData: true });
  })`);

/** Opens a page of the app as a click does, and returns the processor time of the longest task until it is drawn. */
async function longestTaskOf(path: string, isShown: string): Promise<number> {
  const trace = await TaskTrace.start(chromium.cdp);
  const mark = `opens ${randomUUID()}`;
  await page.evaluate(`performance.mark('${mark}'); history.pushState(null, '', ${JSON.stringify(path)})`);
  await page.until(isShown);
  await untilQuiet();
  const tasks = await trace.stop(mark);
  return tasks.reduce((longest, { cpu }) => Math.max(longest, cpu), 0);
}

for (const { name, text } of [...hostileFiles, ...hostileMarkdown.filter((_, at) => at % STRIDE === 0)]) {
  test(`${name} keeps the page answering`, async () => {
    await upload(name, text());
    await longestTaskOf(filePath(lab.shortname, CALM), fileIsShown(CALM));
    const longest = await longestTaskOf(filePath(lab.shortname, name), fileIsShown(name));
    console.log(`    ${name}: longest task ${longest.toFixed(0)} ms of processor time`);
    expect(longest).toBeLessThan(2 * (await longestTaskAllowed(page)));
  });
}

test('comments of others keep the page answering', async () => {
  let written = 0;
  for (const make of Object.values(hostileTexts)) {
    const comment = { id: randomUUID(), body: make(9_990).trim() };
    const input = { id: randomUUID(), comment };
    const refusal = await client.call(CreateThreadDocument, { oclId: lab.oclId, input }).then(
      () => null,
      (error: unknown) => error,
    );
    // A text that would take too long is refused.
    if (refusal) expect(refusal).toMatchObject({ reason: 'TEXT_TOO_COMPLEX' });
    else written++;
    if (written === 20) break;
  }
  expect(written).toBeGreaterThan(5);
  const trace = await TaskTrace.start(chromium.cdp);
  await page.goto(`${webUrl}${labPath(lab.shortname, 'activity')}?show=discussion`);
  await page.evaluate(`performance.mark('comments')`);
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 3, y: 1 });
  await page.until(`document.querySelectorAll('#discussion li[id]').length > 5`);
  await untilQuiet();
  const longest = (await trace.stop('comments')).reduce((most, { cpu }) => Math.max(most, cpu), 0);
  console.log(`    ${written} comments: longest task ${longest.toFixed(0)} ms of processor time`);
  expect(longest).toBeLessThan(2 * (await longestTaskAllowed(page)));
});
