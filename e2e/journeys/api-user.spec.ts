import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localChain, mintStablecoins, stablecoinsOf } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { parseUnits } from 'viem';
import { expectAccessible } from '../browser/accessible.ts';
import { untilHydrated } from '../browser/hydrated.ts';
import { press, reach, write } from '../browser/pointer-actions.ts';
import { DevelopersPage } from '../pages/developers-page.ts';
import { SiteHeader } from '../pages/site-header.ts';
import { journey } from './journey.ts';

const run = promisify(execFile);
const operation = 'generateDataEncryptionKey';

journey(
  'a program gets a token, its author tries the API, and a call is paid for',
  async ({ newPerson, stack, scene }) => {
    const { page, account, wallet } = await newPerson();
    const chain = localChain(stack.rpcUrl, account);
    const developers = new DevelopersPage(page);
    const header = new SiteHeader(page);
    const fresh = (term: string) =>
      page
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${term}$`) })
        .locator('+ dd code');
    const pay = developers.trial.getByRole('button', { name: 'Pay 0.01 USDC and call' });
    let command = '';
    let credential = '';
    let issued = '';

    /** Runs the example in a shell, with a token. */
    async function call(token: string) {
      const env = { ...process.env, LABROOM_CREDENTIAL: credential, LABROOM_TOKEN: token };
      const { stdout } = await run('bash', ['-e', '-c', command], { env });
      return JSON.parse(stdout).data[operation];
    }

    await scene('What the API can do', page, async () => {
      await page.goto('/');
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }));
      await expect(page.getByRole('heading', { name: 'Developers', level: 1 })).toBeVisible();
    });

    await scene('An operation, and an example that runs as it stands', page, async () => {
      await press(page.getByRole('main').getByRole('link', { name: 'All operations' }).first());
      await write(page.getByRole('searchbox', { name: 'Search operations' }), operation);
      await press(page.getByRole('main').getByRole('button', { name: 'Search', exact: true }));
      command = await developers.example(operation, 'curl');
      await developers.entry(operation).scrollIntoViewIfNeeded();
    });

    await scene('A credential for a program, issued by a signature', page, async () => {
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Account' }));
      await header.connectAndSignIn();
      await write(page.getByPlaceholder('My notebook'), 'my notebook');
      await page.getByLabel('Allows').selectOption('Reading and writing');
      await press(page.getByRole('button', { name: 'Issue a credential' }));
      credential = await fresh('Credential').innerText();
      expect(wallet.asked.at(-1)).toBe('eth_signTypedData_v4');
      await press(page.getByRole('button', { name: 'I have copied it' }));
      await expect(page.getByRole('button', { name: 'Revoke my notebook' })).toBeVisible();
    });

    await scene('A token for a program, shown once', page, async () => {
      await write(page.getByLabel('Name of the program'), 'my program');
      await press(page.getByRole('button', { name: 'Issue a token' }));
      issued = await fresh('Token').innerText();
      expect((await call(issued)).plaintextDEK).toMatch(/=$/);
    });

    await scene('It is listed, and revoked there', page, async () => {
      await press(page.getByRole('button', { name: 'I have copied it' }));
      await expect(page.getByText('This session')).toBeVisible();
      await press(page.getByRole('button', { name: 'Revoke my program' }));
      await expect(page.getByRole('button', { name: 'Revoke my program' })).toBeHidden();
      expect((await call(issued)).error.code).toBe('UNAUTHENTICATED');
    });

    await scene('The playground answers with the schema’s own types', page, async () => {
      await page.goto(stack.graphqlUrl);
      await reach(page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)'));
      for (const key of ['Enter', 'ControlOrMeta+End', 'ArrowUp', 'End', 'ArrowLeft'])
        await page.keyboard.press(key);
      await page.keyboard.insertText(credential);
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByRole('region', { name: 'Result Window' })).toContainText('totalCount');
    });

    await scene('Before a call is paid for: what is signed', page, async () => {
      await mintStablecoins(chain, account.address, parseUnits('1', 6));
      await page.goto('/developers/pay');
      await expect(page.getByRole('row', { name: new RegExp(operation) })).toContainText('0.01 USDC');
      const terms = developers.trial.getByRole('region', { name: 'What you sign' });
      await expect(terms).toContainText(account.address.toLowerCase());
      await expect(terms).toContainText(localAccount('payTo').address);
      await expect(developers.trial.getByText('Your balance: 1 USDC')).toBeVisible();
      await pay.scrollIntoViewIfNeeded();
    });

    await scene('A no is a no, and costs nothing', page, async () => {
      await untilHydrated(pay);
      wallet.decline('eth_signTypedData_v4');
      await press(pay);
      await expect(developers.trial.getByText('You declined the request in your wallet.')).toBeVisible();
      expect(await stablecoinsOf(chain, account.address)).toBe(parseUnits('1', 6));
    });

    await scene('Paid: the receipt', page, async () => {
      await press(pay);
      const receipt = developers.trial.getByRole('region', { name: 'Receipt' });
      await expect(receipt).toContainText('Paid.');
      await expect(developers.trial.getByText('Your balance: 0.99 USDC')).toBeVisible();
      expect(await stablecoinsOf(chain, account.address)).toBe(parseUnits('0.99', 6));
      const hash = /0x[0-9a-f]{64}/.exec((await receipt.textContent()) ?? '')?.[0];
      const { status } = await chain.reader.getTransactionReceipt({ hash: hash as `0x${string}` });
      expect(status).toBe('success');
      expect(wallet.asked).not.toContain('eth_sendTransaction');
      await receipt.scrollIntoViewIfNeeded();
      await expectAccessible(page);
    });
  },
);
