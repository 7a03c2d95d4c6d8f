import { createHash, randomUUID } from 'node:crypto';
import { GenerateAgreementDocument, TermsMessageDocument } from '@labroom/client/documents';
import { oclTokenizerAbi } from '@labroom/contracts/abi';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { exampleLabs } from '@labroom/example-labs/example-labs.ts';
import { bytesOf } from '@labroom/example-labs/labs/example-lab.ts';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import type { Hex } from 'viem';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { press } from './browser/pointer-actions.ts';
import { SiteHeader } from './pages/site-header.ts';
import { TokenPage } from './pages/token-page.ts';
import { VerifyPage } from './pages/verify-page.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

/** A file of the example labs, under another name. */
async function example(path: string) {
  const found = exampleLabs.flatMap(({ files }) => files).find((file) => file.path === path);
  if (!found) throw new Error(`No example has ${path}`);
  const buffer = Buffer.from(await bytesOf(found));
  return { name: `copy of ${path.split('/').at(-1)}`, mimeType: '', buffer };
}

test('a file is recognized by its bytes, an encrypted one by its plaintext and only for members, and no file is sent anywhere', async ({
  page,
}) => {
  const verify = new VerifyPage(page);
  await verify.open();
  await untilHydrated(page.getByRole('button', { name: 'Choose a file' }));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));

  await test.step('a public file', async () => {
    const file = await example('sites.csv');
    await verify.give(file);
    const result = verify.result(file.name);
    await expect(result).toContainText(createHash('sha256').update(file.buffer).digest('hex'));
    await expect(result).toContainText('Version 1, the newest, in Alpine Soil Microbiome');
    await expect(result).toContainText('identical to this file');
    await result.getByRole('link', { name: 'sites.csv' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('beech forest');
    await page.goBack();
  });

  await test.step('an encrypted file, and one that nobody has', async () => {
    const secret = await example('private/orchid-coordinates.csv');
    await untilHydrated(page.getByRole('button', { name: 'Choose a file' }));
    await verify.give(secret);
    await expect(verify.result(secret.name)).toContainText('No match in public files. Sign in');
    await expect(verify.result(secret.name)).not.toContainText('orchid-coordinates.csv in');
    await new SiteHeader(page).connectAndSignIn('Owner');
    await verify.give(secret);
    await expect(verify.result(secret.name).first()).toContainText('private/orchid-coordinates.csv');
    await expect(verify.result(secret.name).first()).toContainText('The author stated the hash');

    const unknown = { name: 'unknown.txt', mimeType: 'text/plain', buffer: Buffer.from(randomUUID()) };
    await verify.give(unknown);
    await expect(verify.result('unknown.txt')).toContainText(
      'No match in public files, or in the encrypted files',
    );
    await expectAccessible(page);
    expect(sent.filter((request) => request.includes(unknown.buffer.toString()))).toEqual([]);
    expect(sent.filter((request) => request.includes('4410'))).toEqual([]);
  });
});

test('an agreement about another symbol does not pass, and a node that ends is no verdict', async ({
  newPerson,
  stack,
  page,
}) => {
  const { account } = await newPerson();
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const chain = localChain(rpcUrl, account);
  const { oclId, tokenId, client } = await registerLab({ url, credential }, chain);
  const agreementData = JSON.stringify({ oclId, symbol: 'GOODNAME' });
  const made = await client.call(GenerateAgreementDocument, { agreementData });
  const { agreementKey, agreementContentHash } = made.generateOclMembershipAgreement;
  if (!agreementKey || !agreementContentHash) throw new Error('There is no agreement');
  const named = { agreementKey, contentHash: agreementContentHash, labId: String(tokenId), chainId: 31337 };
  const { message } = (await client.call(TermsMessageDocument, named)).getOclTermsMessage;
  if (message === null) throw new Error('The service gave no terms');
  const signature = await account.signMessage({ message });
  await chain.write({
    ...{ address: localAddresses.tokenizer, abi: oclTokenizerAbi, functionName: 'tokenize' },
    args: [tokenId, 10n ** 20n, 'USDC', agreementKey, agreementContentHash as Hex, signature],
  });

  const verify = new VerifyPage(page);
  await verify.open(oclId);
  await expect(verify.verdict).toHaveText(
    'The tokenization does not pass.The agreement does not describe this token. Symbol in the agreement: GOODNAME. On the chain: USDC.',
  );
  await expect(verify.checks).toContainText('The agreement does not describe this token (failed)');
  await expect(verify.checks).toContainText('The token is the lab’s (done)');
  await expectAccessible(page);

  const isOfNode = ({ origin }: URL) => origin === new URL(rpcUrl).origin;
  await page.route(isOfNode, (route) => route.fulfill({ status: 429, body: 'Too Many Requests' }));
  await verify.open(oclId);
  await expect(verify.verdict).toContainText('The tokenization could not be checked.');
  await expect(verify.verdict).not.toContainText('pass');
  await expect(verify.checks).toContainText('Is the token the lab’s? (not known)');
  await page.unrouteAll();
  await press(verify.again);
  await expect(verify.verdict).toContainText('The tokenization does not pass.');
});

test('anyone can verify a tokenization, from a link or by typing', { tag: '@release' }, async ({
  newPerson,
  stack,
  page,
}) => {
  const owner = await newPerson();
  const lab = await makeLab(stack, owner.account, `Verified ${randomUUID().slice(0, 8)}`);
  const token = new TokenPage(owner.page);
  await token.open(lab.shortname);
  await new SiteHeader(owner.page).connect();
  await token.make({ symbol: 'TRUE', supply: '1' });
  await token.facts.getByRole('link', { name: 'Verify the tokenization' }).click();
  await expect(owner.page.getByText('The tokenization passes.')).toBeVisible();

  const verify = new VerifyPage(page);
  await verify.open();
  await untilHydrated(page.getByRole('button', { name: 'Verify', exact: true }));
  await verify.verify(`#${lab.labId}`);
  await expect(page.getByText('The tokenization passes.')).toBeVisible();
  await expect(verify.checks).toContainText('The signer’s key signed exactly these terms');
  await expect(verify.checks.getByRole('figure', { name: 'Terms' })).toContainText(
    `Lab #${lab.labId}, I accept`,
  );
  await expectAccessible(page);

  await verify.verify('thermostable-lipase-screen');
  await expect(verify.verdict).toHaveText(/The tokenization does not pass\.The tokenizer has no token/);
  await expect(verify.checks).toContainText('has no token (failed)');
  await verify.verify('no-such-lab');
  await expect(page.getByText('Lab not found.')).toBeVisible();
});
