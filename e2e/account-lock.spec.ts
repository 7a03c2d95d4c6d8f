import { expect } from '@playwright/test';
import { labAccountAbi } from '#contracts/abi.generated.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { localChain, openFaucet, registerLab } from '#testing/actors.ts';
import { test } from './test.ts';

test('the page of a lab says until when its account is locked', async ({ page, stack }) => {
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const owner = await openFaucet(rpcUrl).fundedWallet();
  const chain = localChain(rpcUrl, owner);
  const { account, shortname } = await registerLab({ url, credential }, chain);
  const facts = page.getByRole('complementary').first();
  await page.goto(labPath(shortname));
  await expect(facts.getByRole('button', { name: 'Not locked' })).toBeVisible();

  const { timestamp } = await chain.reader.getBlock();
  const until = timestamp + 30n * 86_400n;
  await chain.write({ address: account, abi: labAccountAbi, functionName: 'lock', args: [until] });
  await page.reload();
  const iso = new Date(Number(until) * 1000).toISOString();
  await expect(facts.locator(`time[datetime="${iso}"]`)).toBeVisible();
  await facts.getByRole('button', { name: 'Locked' }).click();
  await expect(facts.getByText(/nobody can send anything from it/)).toBeVisible();
});
