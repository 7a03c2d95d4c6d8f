import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { DataRoomFilesPageDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { isFull } from '@labroom/testing/depth.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { type BareChromium, startBareChromium } from './browser/bare-chromium.ts';
import { BarePage } from './browser/bare-page.ts';
import {
  begin,
  expectStored,
  keptIvs,
  openRoom,
  uploader as owner,
  untilUploaded,
  writeRandomFile,
} from './browser/large-file.ts';
import { makeLab } from './stack/labs.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const MB = 1_000_000;

test('an interrupted upload that is discarded frees its bytes', async ({ stack }, testInfo) => {
  testInfo.setTimeout(180_000);
  const file = testInfo.outputPath('discarded.bin');
  const lab = await makeLab(stack, owner, `Discarded ${randomUUID().slice(0, 8)}`);
  await writeRandomFile(file, 60 * MB);
  const { call } = await clientOf(stack).signIn(owner);
  const held = async () => {
    const { labWithDataRoomAndFiles: found } = await call(DataRoomFilesPageDocument, {
      oclId: lab.oclId,
      perPage: 1,
    });
    return Number(found?.dataRoom?.storageUsed);
  };
  const chromium = await startBareChromium();
  try {
    const { cdp } = chromium;
    await cdp.send('Storage.setCookies', { cookies: [await signInToWeb(stack, owner)] });
    const page = await BarePage.open(cdp);
    const room = `${stack.webUrl}${labPath(lab.oclId, 'files')}`;
    await openRoom(page, room);
    await begin(page, file);
    await page.until('window.uploadProgress.sent.some((text) => !text.startsWith("0 "))');
    await openRoom(page, room);
    await page.until(`document.body.innerText.includes('was not uploaded')`);
    expect(await held()).toBeGreaterThan(59 * MB);
    const discard = `[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Discard')`;
    await page.until(`Object.keys(${discard} ?? {}).some((name) => name.startsWith('__reactProps$'))`);
    await page.evaluate(`${discard}.click()`);
    await expect.poll(held).toBe(0);
    expect(await page.evaluate<string[]>(keptIvs)).toEqual([]);
  } finally {
    await chromium.close();
    await rm(file, { force: true });
  }
});

test('an upload goes on after a restart of the browser, where the file is chosen again', async ({
  stack,
}, testInfo) => {
  const bytes = isFull ? 4_000 * MB : 120 * MB;
  testInfo.setTimeout(isFull ? 3_000_000 : 300_000);
  const [file, profile] = [testInfo.outputPath('restarted.bin'), testInfo.outputPath('profile')];
  const lab = await makeLab(stack, owner, `Restarted ${randomUUID().slice(0, 8)}`);
  const sha256 = await writeRandomFile(file, bytes);
  /** Chooses the file, and waits until some of it was sent; returns the IVs of what the browser keeps. */
  const visit = async ({ cdp }: BareChromium) => {
    await cdp.send('Storage.setCookies', { cookies: [await signInToWeb(stack, owner)] });
    const page = await BarePage.open(cdp);
    await openRoom(page, `${stack.webUrl}${labPath(lab.oclId, 'files')}`);
    await begin(page, file);
    await page.until('window.uploadProgress.sent.some((text) => !text.startsWith("0 "))');
    return { page, kept: await page.evaluate<string[]>(keptIvs) };
  };
  const first = await startBareChromium(profile);
  const { kept } = await visit(first).finally(() => first.close());
  expect(kept).toHaveLength(1);

  const second = await startBareChromium(profile);
  try {
    const { page, kept: now } = await visit(second);
    expect(now).toEqual(kept);
    await untilUploaded(page, 40 * 60_000);
    await expectStored(stack, lab.oclId, 'restarted.bin', sha256);
  } finally {
    await second.close();
    await Promise.all([file, profile].map((one) => rm(one, { recursive: true, force: true, maxRetries: 5 })));
  }
});
