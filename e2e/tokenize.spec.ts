import { randomUUID } from 'node:crypto';
import { localChain } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { type Hex, keccak256 } from 'viem';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { SiteHeader } from './pages/site-header.ts';
import { TokenPage } from './pages/token-page.ts';
import { giveToSafe, makeLab, type TestLab } from './stack/labs.ts';
import { type Person, test } from './test.ts';
import { smartAccount } from './wallets/smart-account.ts';
import { keyAccount } from './wallets/wallet.ts';

// These tests are long and slow on a busy machine.
test.describe.configure({ timeout: 180_000 });

const labName = () => `Cold Chain ${randomUUID().slice(0, 8)}`;

async function openAs({ page }: Person, { shortname }: TestLab): Promise<TokenPage> {
  const token = new TokenPage(page);
  await token.open(shortname);
  await new SiteHeader(page).connect();
  return token;
}

/** Number of transactions that the wallet was asked to send. */
const sent = ({ wallet }: Person) => wallet.asked.filter((method) => method === 'eth_sendTransaction').length;

test('the wallet that holds a lab tokenizes it, reloading at every step', async ({ newPerson, stack }) => {
  const owner = await newPerson();
  const { page, wallet } = owner;
  const lab = await makeLab(stack, owner.account, labName());
  const token = await openAs(owner, lab);

  await test.step('agreement: what cannot be is refused in words, before anything is made', async () => {
    await token.isAt('Choose the agreement');
    await expectAccessible(page);
    await token.fill({ symbol: 'no symbol', supply: '1,5' });
    await expect(token.alert).toHaveText([/1 to 20 letters and digits/, /without commas/]);
    await token.planToken({ symbol: 'COLD', supply: '1 000 000' });
  });

  await test.step('signature: the terms are shown, and a no is a no', async () => {
    await page.reload();
    await token.isAt('Sign it');
    await expect(token.step('Read what you accept')).toContainText(`Lab #${lab.labId}, I accept all terms`);
    await expect(token.step('Read what you accept')).toContainText('Identical to the text that the contract');
    await expectAccessible(page);
    wallet.decline('personal_sign');
    await token.sign();
    await expect(page.getByText('You declined the request in your wallet.')).toBeVisible();
    await expect(token.alert).toHaveCount(0);
    await token.sign();
    await token.isAt('Make the token');
  });

  await test.step('transaction: what it does, what it costs, and that there is no way back', async () => {
    await page.reload();
    await token.isAt('Make the token');
    await expect(token.step('Trial run')).toContainText('succeeded');
    await expect(token.summary).toContainText('1,000,000 COLD');
    await expect(token.summary).toContainText(/about 0\.\d+ ETH \([\d,]+ gas\)/);
    await expect(token.button('Tokenize the lab')).toBeDisabled();
    await expectAccessible(page);
    expect(sent(owner)).toBe(0);
    await token.confirmAndSend('Tokenize the lab');
  });

  await test.step('token: the facts, for this page and after a reload', async () => {
    await expect(token.facts).toContainText('1,000,000 COLD');
    await expect(token.facts.getByRole('link', { name: 'Verify the tokenization' })).toBeVisible();
    await expect(token.facts.getByText('Since')).toBeVisible();
    await page.reload();
    await expect(token.facts).toContainText('Open: more can be issued');
    await expectAccessible(page);
    expect(sent(owner)).toBe(1);
  });

  await test.step('the agreement is linked from the overview', async () => {
    await page.goto(labPath(lab.shortname));
    await page.getByRole('link', { name: 'Read the agreement' }).click();
    await expect(page.getByRole('heading', { name: /Membership agreement/ })).toBeVisible();
  });
});

test('two owners of a Safe tokenize together and send each other links', { tag: '@release' }, async ({
  newPerson,
  stack,
}) => {
  const [one, two] = [await newPerson(), await newPerson()];
  const lab = await makeLab(stack, one.account, labName());
  await giveToSafe(stack, one.account, lab, [one.account.address, two.account.address], 2n);

  const mine = await openAs(one, lab);
  await mine.planToken({ symbol: 'DUO', supply: '2' });
  await mine.sign();
  await expect(mine.step('Sign it')).toContainText(/You\s*has signed/);
  await expectAccessible(one.page);

  const theirs = await openAs(two, lab);
  await theirs.isAt('Choose the agreement');
  await theirs.follow(await mine.shareLink.inputValue());
  await expect(two.page.getByText('create the token DUO with an initial supply of 2')).toBeVisible();
  await theirs.button('Use this plan').click();
  await theirs.sign();
  await theirs.isAt('Make the token');
  await theirs.confirmation.check();
  await theirs.button('Sign as an owner').click();
  await expect(theirs.step('Make the token')).toContainText(/You\s*has signed/);
  await two.page.reload();
  await expect(theirs.step('Make the token')).toContainText(/You\s*has signed/);
  await expect(theirs.button('Tokenize the lab')).toHaveCount(0);

  await mine.follow(await theirs.shareLink.inputValue());
  await mine.button('Use this plan').click();
  await mine.confirmAndSend('Tokenize the lab');
  await expect(mine.facts).toContainText('2 DUO');
  expect([sent(one), sent(two)]).toEqual([1, 0]);
});

test('a smart account that holds the lab tokenizes when it is the connected wallet', {
  tag: '@release',
}, async ({ newPerson, stack }) => {
  let lab: TestLab | undefined;
  const person = await newPerson(async (key) => {
    lab = await makeLab(stack, key, labName());
    return smartAccount(stack, key, await giveToSafe(stack, key, lab, [key.address], 1n));
  });
  if (!lab) throw new Error('There is no lab');
  const token = await openAs(person, lab);
  await token.make({ symbol: 'SMART', supply: '3' });
  await expect(token.facts).toContainText('3 SMART');
});

test('a sent transaction is awaited, also after a reload', { tag: '@release' }, async ({
  newPerson,
  stack,
}) => {
  let signed: Hex | undefined;
  const owner = await newPerson(async (key) => ({
    ...keyAccount(key, stack.rpcUrl),
    // Signs and returns the hash but withholds the transaction, like a slow network.
    async sendTransaction(call) {
      const { wallet } = localChain(stack.rpcUrl, key);
      signed = await wallet.signTransaction(await wallet.prepareTransactionRequest(call));
      return keccak256(signed);
    },
  }));
  const token = await openAs(owner, await makeLab(stack, owner.account, labName()));
  await token.planToken({ symbol: 'SLOW', supply: '1' });
  await token.sign();
  await token.confirmAndSend('Tokenize the lab');
  await expect(token.step('Make the token')).toContainText('Waiting for the block.');
  await owner.page.reload();
  await token.isAt('Make the token', 'under way');
  await expect(token.step('Make the token')).toContainText('Waiting for the block.');
  await localChain(stack.rpcUrl, owner.account).reader.sendRawTransaction({
    serializedTransaction: signed ?? '0x',
  });
  await expect(token.facts).toContainText('1 SLOW');
});

test('terms that differ from the contract’s never reach the wallet', async ({ newPerson, stack }) => {
  const owner = await newPerson();
  const lab = await makeLab(stack, owner.account, labName());
  const token = await openAs(owner, lab);
  await token.planToken({ symbol: 'TRUE', supply: '1' });
  let lies = false;
  await owner.page.route('**/api/graphql', async (route) => {
    if (!lies || !route.request().postData()?.includes('getOclTermsMessage')) return route.continue();
    const response = await route.fetch();
    // One character less, near the end.
    await route.fulfill({ response, body: (await response.text()).replace('Version: 1"', 'Version:1"') });
  });
  lies = true;
  await token.sign();
  await expect(token.alert).toContainText('Do not sign them');
  await owner.page.reload();
  await token.isAt('Read what you accept', 'failed');
  await expect(owner.page.getByRole('figure', { name: 'Terms of the contract' })).toContainText('Version: 1');
  await expect(token.button('Sign the terms')).toHaveCount(0);
  expect(owner.wallet.asked).not.toContain('personal_sign');
});

test('a transaction that the contracts would reject never reaches the wallet, and the reason is explained', async ({
  newPerson,
  stack,
}) => {
  const [owner, buyer] = [await newPerson(), await newPerson()];
  const lab = await makeLab(stack, owner.account, labName());
  const token = await openAs(owner, lab);
  await token.planToken({ symbol: 'LATE', supply: '1' });
  await token.sign();
  await token.isAt('Make the token');
  await localChain(stack.rpcUrl, owner.account).transferLab(lab.labId, buyer.account.address);
  await token.confirmAndSend('Tokenize the lab');
  await expect(token.alert).toContainText('Only the holder of the LabNFT may do this.');
  expect(sent(owner)).toBe(0);
  await owner.page.reload();
  await expect(owner.page.getByText('Your wallet does not')).toBeVisible();
});

test("visitors read about tokens, and about the lab's token if there is one, also without scripts", async ({
  newPerson,
  stack,
  browser,
}) => {
  const owner = await newPerson();
  const lab = await makeLab(stack, owner.account, labName());
  const visitor = await (
    await browser.newContext({ baseURL: stack.webUrl, javaScriptEnabled: false })
  ).newPage();
  const url = labPath(lab.shortname, 'tokenize');
  await visitor.goto(url);
  await expect(visitor.getByRole('heading', { name: /has no token$/ })).toBeVisible();

  const token = await openAs(owner, lab);
  await token.make({ symbol: 'OPEN', supply: '1' });
  await expect(token.facts.getByText('Since')).toBeVisible();
  await visitor.goto(url);
  await expect(visitor.getByRole('heading', { name: 'OPEN', exact: true })).toBeVisible();
  await expect(visitor.getByRole('table', { name: 'Holders' })).toContainText('100 %');
  await expect(visitor.getByRole('link', { name: 'Read the agreement' })).toBeVisible();
  await visitor.context().close();
});
