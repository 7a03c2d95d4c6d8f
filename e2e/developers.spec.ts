import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { buildSchema } from 'graphql';
import { expectAccessible } from './browser/accessible.ts';
import { DevelopersPage } from './pages/developers-page.ts';
import { test } from './test.ts';

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

test('every operation of the schema is on the page, without scripts', async ({ browser, baseURL }) => {
  const schema = buildSchema(await readFile(path.join(root, 'service/schema.graphql'), 'utf8'));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/developers');
  const names = await page.getByRole('article').evaluateAll((all) => all.map(({ id }) => id));
  expect(names.sort()).toEqual(fields.map(({ name }) => name).sort());
  for (const { name, args } of fields) {
    const entry = page.getByRole('article', { name, exact: true });
    const terms = await entry
      .locator('dl')
      .first()
      .locator('> div > dt > code:first-child')
      .allTextContents();
    expect(args.length > 0 ? terms : [], name).toEqual(args.map((argument) => argument.name));
  }

  await page.getByRole('searchbox', { name: 'Search operations' }).fill('CONTENT_DIFFERS');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'changeFileVersionAccess' })).toBeVisible();
  const entry = page.getByRole('article');
  await expect(entry.getByText('curl -sS')).toBeVisible();
  await entry.getByRole('radio', { name: 'TypeScript' }).check();
  await expect(entry.getByText('curl -sS')).toBeHidden();
  await expect(entry.getByText("import { api } from './labroom.ts';")).toBeVisible();
  await context.close();
});

test('the documents for programs are linked and answer without a credential; /llms.txt leads to that of the service', async ({
  page,
  request,
  stack,
}) => {
  const serviceUrl = new URL(stack.graphqlUrl).origin;
  await page.goto('/developers');
  const term = page.getByText('For programs, without a credential');
  const links = page.locator('div').filter({ has: term }).last().getByRole('link');
  const targets = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(targets).toContain(`${serviceUrl}/openapi.json`);
  for (const target of targets) expect((await request.get(target)).status(), target).toBe(200);
  const response = await request.get('/llms.txt');
  expect(response.url()).toBe(`${serviceUrl}/llms.txt`);
  expect(await response.text()).toContain('`createLab` (mutation, OWNER, also paid)');
});

test('examples run unchanged: a query with curl and with TypeScript, and a call that needs a wallet', {
  tag: '@release',
}, async ({ page, stack }) => {
  const developers = new DevelopersPage(page);
  await developers.open();
  const env = { ...process.env, LABROOM_CREDENTIAL: stack.consumerCredential, LABROOM_TOKEN: '' };
  const curl = async (name: string) => {
    const { stdout } = await run('bash', ['-e', '-c', await developers.example(name, 'curl')], { env });
    return JSON.parse(stdout);
  };
  const labs = await curl('labs');
  expect(labs.data.labs.nodes.length).toBeGreaterThan(0);
  // The examples use an existing lab.
  expect((await curl('labWithDataRoomAndFiles')).data.labWithDataRoomAndFiles.oclId).toMatch(/^0x/);
  expect((await curl('dataRoomFile')).data.dataRoomFile.did).toMatch(/^did:/);
  expect((await curl('generateDataEncryptionKey')).data.generateDataEncryptionKey.error.code).toBe(
    'UNAUTHENTICATED',
  );

  const client = await page.locator('#credentials pre').last().textContent();
  const folder = await mkdtemp(path.join(tmpdir(), 'labroom-example-'));
  try {
    for (const name of ['packages', 'contracts', 'node_modules', 'package.json']) {
      await symlink(path.join(root, name), path.join(folder, name));
    }
    await writeFile(path.join(folder, 'labroom.ts'), client ?? '');
    for (const name of ['labs', 'filesByContentHash']) {
      await writeFile(path.join(folder, `${name}.ts`), await developers.example(name, 'TypeScript'));
      const { stdout } = await run(process.execPath, [`${name}.ts`], { cwd: folder, env });
      expect(stdout).toContain('shortname');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the page is accessible and fits a narrow window', { tag: '@release' }, async ({ page }) => {
  await page.goto('/developers');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByText('On this page').click();
  const contents = page.getByRole('navigation', { name: 'On this page, folded' });
  await contents.getByRole('link', { name: 'labToken' }).click();
  await expect(page.getByRole('heading', { name: 'labToken' })).toBeInViewport();

  // All entries have the same structure; checking each of them would take a minute.
  await page.goto('/developers?q=PATH_OCCUPIED');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectAccessible(page);
});
