import { GenerateLabImageUploadUrlDocument, UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { labNftAbi } from '@labroom/contracts/abi';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { localChain, openFaucet, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { createPublicClient, http } from 'viem';
import { z } from 'zod';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { test } from './test.ts';

const metadataSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  image: z.url(),
  external_url: z.url(),
  attributes: z.array(
    z.strictObject({
      trait_type: z.string(),
      value: z.union([z.string(), z.number()]),
      display_type: z.enum(['date', 'number']).optional(),
    }),
  ),
});

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><path fill="#048" d="M0 0h90v60H0z"/></svg>';

async function newLab({ serviceUrl: url, consumerCredential: credential, rpcUrl }: LocalJson) {
  const owner = await openFaucet(rpcUrl).fundedWallet();
  return registerLab({ url, credential }, localChain(rpcUrl, owner));
}

function readTokenUri({ contracts, rpcUrl }: LocalJson, labId: bigint): Promise<string> {
  const reader = createPublicClient({ transport: http(rpcUrl) });
  const labNft = { address: contracts.labNft, abi: labNftAbi } as const;
  return reader.readContract({ ...labNft, functionName: 'tokenURI', args: [labId] });
}

/** Reads the metadata and shows the image as a wallet in the browser does, from another origin. */
async function showInWallet(page: Page, url: string) {
  const answer = await page.request.get(url);
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'application/json',
    'cache-control': expect.stringMatching(/^public, max-age=\d+/),
  });
  const metadata = metadataSchema.parse(await answer.json());
  const asked = page.waitForResponse(metadata.image);
  await page.setContent(`<img alt="The lab" src="${metadata.image}">`);
  const type = (await asked).headers()['content-type'];
  const image = page.getByAltText('The lab');
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  return { ...metadata, type };
}

test('a wallet shows a lab without a picture by the drawing of its id', async ({ page, stack }) => {
  const lab = await newLab(stack);
  const url = await readTokenUri(stack, lab.tokenId);
  expect(url).toBe(`${stack.webUrl}/metadata/${lab.oclId}`);
  const shown = await showInWallet(page, url);
  expect(shown).toMatchObject({
    name: `Lab #${lab.tokenId}`,
    image: `${stack.webUrl}/marks/1/labs/${lab.oclId}/square.svg`,
    type: 'image/svg+xml',
  });
  expect(shown.attributes).toContainEqual({ trait_type: 'Lab number', value: String(lab.tokenId) });
  await page.goto(shown.external_url);
  await expect(page.getByRole('heading', { level: 1, name: shown.name })).toBeVisible();
});

test('a wallet shows name, description and picture of a lab', async ({ page, stack }) => {
  const { client, oclId, tokenId } = await newLab(stack);
  const input = { name: 'Peat "cores"', description: 'Cores of 12 bogs.' };
  await client.call(UpdateLabNftMetadataDocument, { oclId, input });
  const upload = await client.call(GenerateLabImageUploadUrlDocument, {
    oclId,
    contentType: 'image/svg+xml',
  });
  const sent = await fetch(upload.generateLabImageUploadUrl.uploadUrl ?? '', {
    method: 'PUT',
    headers: { 'content-type': 'image/svg+xml' },
    body: picture,
  });
  expect(sent.ok).toBe(true);
  const url = await readTokenUri(stack, tokenId);
  const imageOf = async () => (await (await page.request.get(url)).json()).image;
  await expect.poll(imageOf).toContain(`${stack.serviceUrl}/images/`);
  const shown = await showInWallet(page, url);
  expect(shown).toMatchObject({
    ...input,
    external_url: stack.webUrl + labPath(`peat-cores`),
    type: expect.stringMatching(/^image\//),
  });
});

test('a lab that is minted and not registered shows itself, to wallets and on its page', async ({
  page,
  stack,
}) => {
  const owner = await openFaucet(stack.rpcUrl).fundedWallet();
  const { oclId, tokenId } = await localChain(stack.rpcUrl, owner).mintLab();
  const shown = await showInWallet(page, await readTokenUri(stack, tokenId));
  expect(shown).toMatchObject({
    name: `Lab #${tokenId}`,
    description: `Lab #${tokenId} is minted and not registered on Labroom yet.`,
    external_url: `${stack.webUrl}/labs/${oclId}`,
    type: 'image/svg+xml',
  });
  const answer = await page.goto(shown.external_url);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: shown.name })).toBeVisible();
  await expect(page.getByText('This lab is minted and not registered here.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register it as its owner' })).toHaveAttribute(
    'href',
    `/labs/new?lab=${oclId}`,
  );
  await expectAccessible(page);
  for (const section of ['files', 'tokenize', 'members']) {
    await page.goto(labPath(oclId, section as 'files'));
    await expect(page.getByText('This lab is minted and not registered here.')).toBeVisible();
  }
});

test('an id that is no lab is not found, and the collection describes itself', async ({ page, stack }) => {
  const unknown = ['1', `0x${'0'.repeat(64)}`, `0x0101${'f'.repeat(60)}`, 'thermostable-lipase-screen'];
  for (const id of unknown) {
    const answer = await page.request.get(`/metadata/${id}`);
    expect(answer.status(), id).toBe(404);
    expect(answer.headers()['access-control-allow-origin']).toBe('*');
  }
  const { contracts, rpcUrl } = stack;
  const collection = await createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: contracts.labNft,
    abi: labNftAbi,
    functionName: 'contractURI',
  });
  const answer = await page.request.get(collection);
  expect(await answer.json()).toMatchObject({ name: 'Labs', external_link: stack.webUrl });
});
