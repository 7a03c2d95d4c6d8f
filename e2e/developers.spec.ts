import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { buildSchema } from 'graphql';
import { createPublicClient, createWalletClient, http, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { devStablecoinAbi } from '../contracts/abi.generated.ts';
import { localAccount } from '../contracts/local-accounts.ts';
import type { LocalJson } from '../scripts/start/local-json.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

test('every operation of the schema stands on the page, without any script', async ({ browser, baseURL }) => {
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

  await page.getByRole('searchbox', { name: 'Find operations' }).fill('PATH_OCCUPIED');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'finishCreateOrUpdateFile' })).toBeVisible();
  const entry = page.getByRole('article');
  await expect(entry.getByText('curl -sS')).toBeVisible();
  await entry.getByRole('radio', { name: 'TypeScript' }).check();
  await expect(entry.getByText('curl -sS')).toBeHidden();
  await expect(entry.getByText("import { api } from './labroom.ts';")).toBeVisible();
  await context.close();
});

test('examples run as they stand: a read by curl and by TypeScript, and one that needs a wallet', async ({
  page,
  house,
}) => {
  await page.goto('/developers');
  const env = { ...process.env, LABROOM_CREDENTIAL: house.consumerCredential, LABROOM_TOKEN: '' };
  const curl = async (name: string) => {
    const { stdout } = await run('bash', ['-e', '-c', await example(page, name, 'curl')], { env });
    return JSON.parse(stdout);
  };
  const labs = await curl('labs');
  expect(labs.data.labs.nodes.length).toBeGreaterThan(0);
  // The lab of the examples is a real one.
  expect((await curl('labWithDataRoomAndFiles')).data.labWithDataRoomAndFiles.oclId).toMatch(/^0x/);
  expect((await curl('dataRoomFile')).data.dataRoomFile.did).toMatch(/^did:/);
  expect((await curl('generateDataEncryptionKey')).data.generateDataEncryptionKey.error.code).toBe(
    'UNAUTHENTICATED',
  );

  const client = await page.locator('#credentials pre').last().textContent();
  const folder = await mkdtemp(path.join(tmpdir(), 'labroom-example-'));
  try {
    for (const name of ['lib', 'contracts', 'node_modules', 'package.json']) {
      await symlink(path.join(root, name), path.join(folder, name));
    }
    await writeFile(path.join(folder, 'labroom.ts'), client ?? '');
    for (const name of ['labs', 'filesByContentHash']) {
      await writeFile(path.join(folder, `${name}.ts`), await example(page, name, 'TypeScript'));
      const { stdout } = await run(process.execPath, [`${name}.ts`], { cwd: folder, env });
      expect(stdout).toContain('shortname');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a visitor pays for a call, sees what is signed before and the receipt after', async ({
  newPerson,
  house,
}) => {
  const { page, account, wallet } = await newPerson();
  await giveStablecoins(house, account.address);
  const before = await stablecoinsOf(house, account.address);
  await page.goto('/developers?q=generateDataEncryptionKey');
  const row = page.getByRole('row', { name: /generateDataEncryptionKey/ });
  await expect(row).toContainText('0.01 USDC');
  await new SiteHeader(page).connect();

  const trial = page.locator('#gateway');
  const terms = trial.getByRole('region', { name: 'What you sign' });
  await expect(terms).toContainText(account.address.toLowerCase());
  await expect(terms).toContainText(localAccount('payTo').address);
  await expect(trial.getByText('Your balance: 1 USDC')).toBeVisible();
  const button = trial.getByRole('button', { name: 'Pay 0.01 USDC and call' });
  await untilHydrated(button);

  wallet.decline('eth_signTypedData_v4');
  await button.click();
  await expect(trial.getByText('You declined in your wallet.')).toBeVisible();
  expect(await stablecoinsOf(house, account.address)).toBe(before);

  await button.click();
  const receipt = trial.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('Paid.');
  await expect(trial.getByText('Your balance: 0.99 USDC')).toBeVisible();
  expect(before - (await stablecoinsOf(house, account.address))).toBe(parseUnits('0.01', 6));
  const hash = /0x[0-9a-f]{64}/.exec((await receipt.textContent()) ?? '')?.[0];
  const { status } = await chain(house).getTransactionReceipt({ hash: hash as `0x${string}` });
  expect(status).toBe('success');
  expect(wallet.asked).not.toContain('eth_sendTransaction');
  await expectAccessible(page);
});

test('a token from the account page makes an example with a wallet run, until it is revoked', async ({
  newPerson,
  house,
}) => {
  const { page } = await newPerson();
  await page.goto('/developers?q=generateDataEncryptionKey');
  const command = await example(page, 'generateDataEncryptionKey', 'curl');
  const call = async (token: string) => {
    const env = { ...process.env, LABROOM_CREDENTIAL: house.consumerCredential, LABROOM_TOKEN: token };
    const { stdout } = await run('bash', ['-e', '-c', command], { env });
    return JSON.parse(stdout).data.generateDataEncryptionKey;
  };

  await page.goto('/account');
  await new SiteHeader(page).connectAndSignIn();
  await page.getByLabel('Name of the program').fill('my program');
  await page.getByRole('button', { name: 'Issue a token' }).click();
  const fresh = (term: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${term}$`) })
      .locator('+ dd code');
  const issued = await fresh('Token').innerText();
  const tokenId = await fresh('Token id').innerText();
  expect((await call(issued)).plaintextDEK).toMatch(/=$/);

  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('textbox', { name: 'Token id' }).fill(tokenId);
  await page.getByRole('button', { name: 'Extend' }).click();
  const extended = await fresh('Token').innerText();
  expect(extended).not.toBe(issued);
  expect((await call(extended)).error).toBeNull();

  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('with every JWT of it')).toBeVisible();
  for (const token of [issued, extended]) expect((await call(token)).error.code).toBe('UNAUTHENTICATED');
});

test('the page is accessible and fits a narrow window', async ({ page }) => {
  await page.goto('/developers');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByText('On this page').click();
  const contents = page.getByRole('navigation', { name: 'On this page, folded' });
  await contents.getByRole('link', { name: 'labToken' }).click();
  await expect(page.getByRole('heading', { name: 'labToken' })).toBeInViewport();

  // All entries are made alike; axe would look at each of them for a minute.
  await page.goto('/developers?q=PATH_OCCUPIED');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectAccessible(page);
});

async function example(page: Page, name: string, language: string): Promise<string> {
  const entry = page.getByRole('article', { name, exact: true });
  await entry.getByRole('radio', { name: language }).check();
  return entry.locator('pre:visible').innerText();
}

const chain = ({ rpcUrl }: LocalJson) =>
  createPublicClient({ chain: hardhat, transport: http(rpcUrl), pollingInterval: 50 });

/** One dollar of the local stablecoin, which anybody may mint. */
async function giveStablecoins(house: LocalJson, to: `0x${string}`): Promise<void> {
  const minter = createWalletClient({
    account: privateKeyToAccount(localAccount('deployer').privateKey),
    chain: hardhat,
    transport: http(house.rpcUrl),
  });
  const call = { address: house.contracts.usdc, abi: devStablecoinAbi, functionName: 'mint' } as const;
  const hash = await minter.writeContract({ ...call, args: [to, parseUnits('1', 6)] });
  await chain(house).waitForTransactionReceipt({ hash });
}

function stablecoinsOf(house: LocalJson, owner: `0x${string}`): Promise<bigint> {
  const call = { address: house.contracts.usdc, abi: devStablecoinAbi, functionName: 'balanceOf' } as const;
  return chain(house).readContract({ ...call, args: [owner] });
}
