import { randomUUID } from 'node:crypto';
import { localChain } from '@labroom/testing/actors.ts';
import { attachToken, deployScriptedToken } from '@labroom/testing/test-token.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { press, write } from './browser/pointer-actions.ts';
import { SiteHeader } from './pages/site-header.ts';
import { TokenPage } from './pages/token-page.ts';
import { giveToSafe, makeLab } from './stack/labs.ts';
import { type Person, test } from './test.ts';

// This test is long and slow on a busy machine.
test.describe.configure({ timeout: 180_000 });

const sent = ({ wallet }: Person) => wallet.asked.filter((method) => method === 'eth_sendTransaction').length;

test('a squatter attaches a token first, and its rightful lab attaches it afterwards with its right proved', async ({
  newPerson,
  stack,
}) => {
  const [alice, mallory] = [await newPerson(), await newPerson()];
  const rightful = await makeLab(stack, alice.account, `Cold Chain ${randomUUID().slice(0, 8)}`);
  const squatting = await makeLab(stack, mallory.account, `Cold Chain ${randomUUID().slice(0, 8)}`);
  const chain = localChain(stack.rpcUrl, alice.account);
  const token = await deployScriptedToken(chain, 'IPT');
  await attachToken(
    { url: stack.serviceUrl, credential: stack.consumerCredential },
    localChain(stack.rpcUrl, mallory.account),
    { oclId: squatting.oclId, tokenId: squatting.labId },
    { address: token.address, symbol: 'IPT' },
  );
  const [aliceToken, malloryToken] = [new TokenPage(alice.page), new TokenPage(mallory.page)];

  await test.step('the wizard says before any signature that attaching proves the right', async () => {
    await aliceToken.open(rightful.shortname);
    await new SiteHeader(alice.page).connect();
    await aliceToken.chooseAttach();
    await write(aliceToken.tokenField, token.address);
    await expect(aliceToken.foreseenRight).toContainText('Attaching proves the right of the lab');
    await expect(alice.page.getByLabel('Symbol in the agreement')).toHaveValue('IPT');
    await expectAccessible(alice.page);
    await aliceToken.makeAgreement();
    await aliceToken.isAt('Sign it');
    await expect(aliceToken.foreseenRight).toContainText('names the holder of the lab as its owner');
  });

  await test.step('a wallet that declines changes nothing', async () => {
    alice.wallet.decline('personal_sign');
    await aliceToken.sign();
    await expect(alice.page.getByText('You declined the request in your wallet.')).toBeVisible();
    await aliceToken.sign();
    await aliceToken.isAt('Make the token');
    await expect(aliceToken.foreseenRight).toContainText('Attaching proves the right of the lab');
    alice.wallet.decline('eth_sendTransaction');
    await aliceToken.confirmAndSend('Attach the token');
    await expect(alice.page.getByText('You declined the request in your wallet.')).toBeVisible();
    await press(aliceToken.button('Attach the token'));
  });

  await test.step('the page of each lab says what it proved', async () => {
    await expect(aliceToken.facts).toContainText('Attached');
    await expect(aliceToken.right).toContainText(/^Proved/);
    await expect(aliceToken.right).toContainText('names the holder of the lab as its owner');
    await expectAccessible(alice.page);
    await malloryToken.open(squatting.shortname);
    await expect(malloryToken.right).toContainText('Claimed, not proved');
    await expect(malloryToken.right).toContainText(`Lab #${rightful.labId} has proved its right to it.`);
  });

  await test.step('the squatter proves nothing, and is told why', async () => {
    await new SiteHeader(mallory.page).connect();
    await press(malloryToken.button('Prove the right'));
    await expect(malloryToken.alert).toContainText('This lab has no right to the token.');
    await expectAccessible(mallory.page);
    expect(sent(mallory)).toBe(0);
  });
});

test('a claim is named one before the signature, and the right is proved afterwards from the page', async ({
  newPerson,
  stack,
}) => {
  const owner = await newPerson();
  const lab = await makeLab(stack, owner.account, `Cold Chain ${randomUUID().slice(0, 8)}`);
  const token = await deployScriptedToken(localChain(stack.rpcUrl, owner.account), 'IPT');
  await token.giveTo(token.address);
  const page = new TokenPage(owner.page);
  await page.open(lab.shortname);
  await new SiteHeader(owner.page).connect();
  await page.chooseAttach();
  await write(page.tokenField, token.address);
  await expect(page.foreseenRight).toContainText('Attaching this token is a claim, not a proof.');
  await expect(page.foreseenRight).toContainText('Anybody who holds a lab can claim any token');
  await page.makeAgreement();
  await page.sign();
  await page.isAt('Make the token');
  await expectAccessible(owner.page);
  await page.confirmAndSend('Attach the token');
  await expect(page.right).toContainText('Claimed, not proved');

  await token.giveTo(owner.account.address);
  await token.setDecimals(6);
  await owner.page.reload();
  await expect(page.right).toContainText('Decimals changed');
  await press(page.button('Prove the right'));
  await expect(page.summary).toContainText('Prove the right of');
  const before = sent(owner);
  await owner.wallet.moveTo(1);
  owner.wallet.decline('wallet_switchEthereumChain');
  await press(page.proof.getByRole('button', { name: 'Prove the right' }));
  await expect(owner.page.getByRole('main').getByText(/still on Ethereum/)).toBeVisible();
  expect(sent(owner)).toBe(before);
  await press(page.proof.getByRole('button', { name: 'Prove the right' }));
  await expect(page.right).toContainText(/^Proved/);
  await expect(page.proof).toHaveCount(0);
});

test('two owners of a Safe prove the right of its lab together', { tag: '@release' }, async ({
  newPerson,
  stack,
}) => {
  const [one, two] = [await newPerson(), await newPerson()];
  const lab = await makeLab(stack, one.account, `Cold Chain ${randomUUID().slice(0, 8)}`);
  const chain = localChain(stack.rpcUrl, one.account);
  const token = await deployScriptedToken(chain, 'IPT');
  await token.giveTo(token.address);
  await attachToken(
    { url: stack.serviceUrl, credential: stack.consumerCredential },
    chain,
    { oclId: lab.oclId, tokenId: lab.labId },
    { address: token.address, symbol: 'IPT' },
  );
  const owners = [one.account.address, two.account.address];
  await token.giveTo(await giveToSafe(stack, one.account, lab, owners, 2n));
  const [mine, theirs] = [new TokenPage(one.page), new TokenPage(two.page)];

  await mine.open(lab.shortname);
  await new SiteHeader(one.page).connect();
  await expect(mine.right).toContainText('Claimed, not proved');
  await press(mine.button('Prove the right'));
  await press(mine.proof.getByRole('button', { name: 'Sign as an owner' }));
  await expect(mine.proof).toContainText(/You\s*has signed/);
  await expectAccessible(one.page);

  await theirs.open(lab.shortname);
  await new SiteHeader(two.page).connect();
  await theirs.follow(await mine.shareLink.inputValue());
  await press(theirs.button('Use this plan'));
  await expect(theirs.summary).toContainText('Through the Safe');
  await press(theirs.proof.getByRole('button', { name: 'Prove the right' }));
  await expect(theirs.right).toContainText(/^Proved/);
  expect([sent(one), sent(two)]).toEqual([0, 1]);
});
