import { randomUUID } from 'node:crypto';
import { labTokenAbi, oclTokenizerAbi } from '@labroom/contracts/abi';
import { localChain } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import type { Hex } from 'viem';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { SiteHeader } from './pages/site-header.ts';
import { TokenPage } from './pages/token-page.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';
import { keyAccount } from './wallets/wallet.ts';

test.describe.configure({ timeout: 180_000 });

const [ann, ben] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const;

test('an owner distributes the new token to many in one transaction, then sends some more', async ({
  newPerson,
  stack,
}) => {
  const owner = await newPerson();
  const { page, wallet } = owner;
  const lab = await makeLab(stack, owner.account, `Cold Chain ${randomUUID().slice(0, 8)}`);
  const token = new TokenPage(page);
  await token.open(lab.shortname);
  await new SiteHeader(page).connect();
  const { reader } = localChain(stack.rpcUrl, owner.account);
  const balanceOf = async (who: Hex) => {
    const { tokenizer } = stack.contracts;
    if (!tokenizer) throw new Error('There is no tokenizer');
    const address = await reader.readContract({
      address: tokenizer,
      abi: oclTokenizerAbi,
      functionName: 'tokenized',
      args: [BigInt(lab.labId)],
    });
    return reader.readContract({ address, abi: labTokenAbi, functionName: 'balanceOf', args: [who] });
  };
  const dialog = page.getByRole('dialog');
  const holders = page.getByRole('table', { name: 'Holders' });
  const units = (tokens: number) => BigInt(tokens) * 10n ** 18n;

  await test.step('the agreement is read before it is signed, and the next step is named', async () => {
    await token.planToken({ symbol: 'COLD', supply: '1000' });
    const agreement = page.getByRole('region', { name: 'Text of the agreement' });
    await expect(agreement).toContainText('What the Token does not grant');
    await expectAccessible(page);
    await token.sign();
    await token.confirmAndSend('Tokenize the lab');
    await expect(page.getByRole('heading', { name: /^The lab has its token, COLD/ })).toBeVisible();
    await expect(holders).toContainText('100 %');
  });

  await test.step('every line of the list is checked', async () => {
    await token.button('Distribute').click();
    await dialog
      .getByLabel('Recipients')
      .fill(`address,amount\n${ann},100\n${ben} 1,5\n${ann}\t1\n0x12 5\n${ben};2000`);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      /Line 3: .*without commas.*Line 4: Same address as in line 2.*Line 5: An address is 0x.*The sum is 2,100, but the sender holds 1,000/s,
    );
    await expectAccessible(page);
  });

  await test.step('a no in the wallet sends nothing', async () => {
    await dialog.getByLabel('Recipients').fill(`${ann},100\n${ben};250.5`);
    await expect(dialog).toContainText('2 recipients, 350.5 COLD together');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await expect(dialog.getByRole('region', { name: 'What you sign' })).toContainText(
      '2 addresses get 350.5 COLD together',
    );
    await expectAccessible(page);
    wallet.decline('wallet_sendCalls');
    await dialog.getByRole('button', { name: 'Send to 2 addresses' }).click();
    await expect(dialog.getByRole('status')).toContainText('You declined the request in your wallet.');
    expect(await balanceOf(ann)).toBe(0n);
  });

  await test.step('all get their tokens in one transaction, once, also where the page is reloaded before it is mined', async () => {
    const before = await reader.getTransactionCount({ address: owner.account.address });
    const answer = wallet.hold('wallet_getCallsStatus');
    await dialog.getByRole('button', { name: 'Send to 2 addresses' }).click();
    await expect(dialog).toContainText('Waiting for the block');
    await page.reload();
    await token.button('Distribute').click();
    await expect(dialog).toContainText('Waiting for the block');
    await expect(dialog.getByLabel('Recipients')).toHaveCount(0);
    answer();
    await expect(dialog).toContainText('350.5 COLD went to 2 addresses.');
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual([units(100), units(501) / 2n]);
    // A delegation takes a nonce of its own.
    expect((await reader.getTransactionCount({ address: owner.account.address })) - before).toBe(2);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('heading', { name: 'Holders (3)' })).toBeVisible();
    await expect(holders).toContainText('250.5');
    await expectAccessible(page);
  });

  await test.step('some more go to one address, and the wallet lists the token', async () => {
    await token.button('Send').click();
    await dialog.getByLabel('To').fill(ben);
    await dialog.getByLabel('Amount').fill('1000');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('The sender holds 649.5 COLD.');
    await dialog.getByLabel('Amount').fill('0.5');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toContainText('Sent 0.5 COLD.');
    expect(await balanceOf(ben)).toBe(units(251));
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await token.button('Add to wallet').click();
    await expect(page.getByText('The wallet lists the token.')).toBeVisible();
    expect(wallet.asked).toContain('wallet_watchAsset');
  });
});

test('a wallet that cannot send a batch is told so', { tag: '@release' }, async ({ newPerson, stack }) => {
  const owner = await newPerson(async (key) => {
    const { sendBatch: _, ...account } = keyAccount(key, stack.rpcUrl);
    return account;
  });
  const { page } = owner;
  const lab = await makeLab(stack, owner.account, `Cold Chain ${randomUUID().slice(0, 8)}`);
  const token = new TokenPage(page);
  await token.open(lab.shortname);
  await new SiteHeader(page).connect();
  await token.make({ symbol: 'COLD', supply: '10' });
  await page.goto(labPath(lab.shortname, 'tokenize'));
  await token.button('Distribute').click();
  await expect(page.getByRole('dialog')).toContainText('cannot send several transfers in one transaction');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Review' })).toBeDisabled();
});
