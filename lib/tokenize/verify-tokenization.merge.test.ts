import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { labNftAbi, oclTokenizerAbi } from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { networks } from '@labroom/contracts/networks';
import { returning, tokenReturning } from '@labroom/service/chain/bytecode.fixture.ts';
import { clientOf } from '@labroom/testing/actors.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { actAsSafe, deploySafe, signAsSafe, swapFirstOwner } from '@labroom/testing/safe.ts';
import { generateAgreement, termsMessage } from '@labroom/testing/test-agreement.ts';
import { type MintedLab, mintLab } from '@labroom/testing/test-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { deployToken } from '@labroom/testing/test-token.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Check, Sources } from './check.ts';
import { findTokenizedLab } from './find-tokenized-lab.ts';
import { verifyTokenization } from './verify-tokenization.ts';

const tokenizer = { address: contracts.tokenizer, abi: oclTokenizerAbi } as const;
const allHold = {
  token: 'holds',
  agreement: 'holds',
  terms: 'holds',
  acceptance: 'holds',
  signature: 'holds',
};

describe('verifying a tokenization', () => {
  const reader = chainReader();
  let service: TestService;
  let owner: TestWallet;
  let sources: Sources;
  beforeAll(async () => {
    service = await startTestService();
    owner = await fundedWallet();
    sources = {
      client: reader,
      network: networks[31337],
      api: clientOf(service).call,
      storageUrl: service.url,
    };
  });
  afterAll(() => service.stop());

  async function agreementFor({ oclId, tokenId }: MintedLab, symbol = 'COLD') {
    const made = await generateAgreement(service, { oclId, symbol });
    const { message, digest } = await termsMessage(service, made, tokenId);
    return { key: made.agreementKey as string, hash: made.agreementContentHash as Hex, message, digest };
  }
  const tokenize = (
    lab: MintedLab,
    { key, hash }: { key: string; hash: Hex },
    signature: Hex,
    symbol = 'COLD',
  ) =>
    ({
      ...tokenizer,
      functionName: 'tokenize',
      args: [lab.tokenId, 5n, symbol, key, hash, signature],
    }) as const;
  async function tokenized(): Promise<MintedLab> {
    const lab = await mintLab(owner);
    const agreement = await agreementFor(lab);
    const signature = await owner.signMessage({ message: agreement.message });
    await chainOf(owner).write(tokenize(lab, agreement, signature));
    await indexChain(service.context);
    return lab;
  }
  async function verify({ oclId }: Pick<MintedLab, 'oclId'>, from = sources): Promise<Check[]> {
    const lab = await findTokenizedLab(from, oclId);
    if (!lab) throw new Error('The chain does not know the lab');
    const checks: Check[] = [];
    for await (const check of verifyTokenization(from, lab)) checks.push(check);
    return checks;
  }
  const results = (checks: Check[]) => Object.fromEntries(checks.map(({ name, result }) => [name, result]));

  test('passes for a wallet, whose key is recovered', async () => {
    const checks = await verify(await tokenized());
    expect(results(checks)).toEqual(allHold);
    expect(checks.at(-1)?.says).toContain('signer’s key');
    expect(checks.find(({ name }) => name === 'acceptance')?.facts).toContainEqual({
      label: 'Accepted by',
      value: owner.address,
    });
  });

  test('passes for a Safe, also after its owners have changed', async () => {
    const lab = await mintLab(owner);
    const safe = await deploySafe(chainOf(owner), [owner.address]);
    const give = { address: contracts.labNft, abi: labNftAbi, functionName: 'transferFrom' } as const;
    await chainOf(owner).write({ ...give, args: [owner.address, safe, lab.tokenId] });
    const agreement = await agreementFor(lab);
    const signature = await signAsSafe(owner, safe, agreement.digest);
    await actAsSafe(chainOf(owner), safe, {
      to: tokenizer.address,
      data: encodeFunctionData(tokenize(lab, agreement, signature)),
    });
    await indexChain(service.context);
    expect(results(await verify(lab))).toEqual(allHold);
    await swapFirstOwner(chainOf(owner), safe, (await fundedWallet()).address);
    const checks = await verify(lab);
    expect(results(checks)).toEqual(allHold);
    expect(checks.at(-1)?.says).toContain('ERC-1271');
  });

  test('no token can name the agreement of another lab', async () => {
    const [lab, other] = [await mintLab(owner), await mintLab(owner)];
    const { key, hash, message } = await agreementFor(other);
    const mine = message.replace(`Lab #${other.tokenId},`, `Lab #${lab.tokenId},`);
    const signature = await owner.signMessage({ message: mine });
    await expect(chainOf(owner).write(tokenize(lab, { key, hash }, signature))).rejects.toThrow(
      'InvalidS3Key',
    );
  });

  test("fails if the token's symbol differs from the signed agreement, and shows both", async () => {
    const lab = await mintLab(owner);
    const agreement = await agreementFor(lab);
    const signature = await owner.signMessage({ message: agreement.message });
    await chainOf(owner).write(tokenize(lab, agreement, signature, 'USDC'));
    await indexChain(service.context);
    const checks = await verify(lab);
    expect(results(checks)).toEqual({ ...allHold, agreement: 'fails' });
    const check = checks.find(({ name }) => name === 'agreement');
    expect(check).toHaveProperty('title', 'The agreement does not describe this token');
    expect(check?.says).toBe(
      'The agreement does not describe this token. Symbol in the agreement: COLD. On the chain: USDC.',
    );
    expect(check?.facts).toContainEqual({
      label: 'Symbol',
      value: 'COLD in the agreement, USDC on the chain',
    });
  });

  async function attached(token: Address, symbol: string): Promise<MintedLab> {
    const lab = await mintLab(owner);
    const { key, hash, message } = await agreementFor(lab, symbol);
    const signature = await owner.signMessage({ message });
    const args = [lab.tokenId, key, hash, signature, token] as const;
    await chainOf(owner).write({ ...tokenizer, functionName: 'attachToken', args });
    await indexChain(service.context);
    return lab;
  }

  test('passes for an attached token with the symbol of the agreement, and fails with another', async () => {
    const named = await verify(await attached(await deployToken(chainOf(owner)), 'USDC'));
    expect(results(named)).toEqual(allHold);
    const other = await attached(await deployToken(chainOf(owner)), 'GOODNAME');
    const checks = await verify(other);
    expect(results(checks)).toEqual({ ...allHold, agreement: 'fails' });
    expect(checks.find(({ name }) => name === 'agreement')?.says).toBe(
      'The agreement does not describe this token. Symbol in the agreement: GOODNAME. On the chain: USDC.',
    );
  });

  test('shows the symbol of the agreement as a label where no agreement can state that of the token', async () => {
    const code = tokenReturning(encodeAbiParameters([{ type: 'string' }], ['USD₮0']));
    const { contractAddress } = await chainOf(owner).send({ data: returning(code) });
    const checks = await verify(await attached(contractAddress ?? '0x', 'USDT'));
    expect(results(checks)).toEqual(allHold);
    expect(checks.find(({ name }) => name === 'agreement')?.facts).toContainEqual({
      label: 'Symbol in the agreement, a label',
      value: 'USDT',
    });
  });

  test.each([
    [
      'Account of the lab',
      (text: string, { account }: MintedLab) =>
        text.replaceAll(account.toLowerCase(), contracts.usdc.toLowerCase()),
    ],
    ['Chain id', (text: string) => text.replace('"chainId": 31337', '"chainId": 1')],
    [
      'Tokenizer contract',
      (text: string) =>
        text.replace(/"tokenizer": "0x[0-9a-f]{40}"/, `"tokenizer": "${contracts.usdc.toLowerCase()}"`),
    ],
    ['Text', (text: string) => text.replace('symbol **COLD**', 'symbol **GOLD**')],
    ['Kind', (text: string) => text.replace('OCL_MEMBERSHIP', 'OCL_OTHER')],
  ])('fails if the storage serves a signed document that differs in: %s', async (field, forge) => {
    const lab = await mintLab(owner);
    const made = await generateAgreement(service, { oclId: lab.oclId, symbol: 'COLD' });
    const original = await (await fetch(made.agreementUrl)).text();
    const forged = Buffer.from(forge(original, lab));
    expect(forged.toString()).not.toBe(original);
    const sha256 = createHash('sha256').update(forged).digest('hex');
    const key = keyOf(lab.oclId, sha256);
    const message = `${(await termsMessage(service, made, lab.tokenId)).message}`
      .replace(made.agreementKey, key)
      .replace(made.agreementContentHash, `0x${sha256}`);
    const signature = await owner.signMessage({ message });
    await chainOf(owner).write(tokenize(lab, { key, hash: `0x${sha256}` }, signature));
    await indexChain(service.context);
    const storage = createServer((_request, response) => response.end(forged));
    await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    const storageUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
    const checks = await verify(lab, { ...sources, storageUrl });
    await new Promise((resolve) => storage.close(resolve));
    expect(results(checks)).toEqual({ ...allHold, agreement: 'fails' });
    const labels = checks.find(({ name }) => name === 'agreement')?.facts.map(({ label }) => label);
    expect(labels).toContain(field);
  });

  test('fails if the stored document is another one, and skips the check if it is unavailable', async () => {
    const lab = await tokenized();
    const forger = createServer((_request, response) => response.end('{"text":"All rights to the holders"}'));
    await new Promise<void>((resolve) => forger.listen(0, '127.0.0.1', resolve));
    const storageUrl = `http://127.0.0.1:${(forger.address() as AddressInfo).port}`;
    const checks = await verify(lab, { ...sources, storageUrl });
    expect(results(checks)).toEqual({ ...allHold, agreement: 'fails' });
    await new Promise((resolve) => forger.close(resolve));
    expect(results(await verify(lab, { ...sources, storageUrl }))).toEqual({
      ...allHold,
      agreement: 'unknown',
    });
  });

  test('fails if the service points to another transaction', async () => {
    const [lab, other] = [await tokenized(), await tokenized()];
    const api: Sources['api'] = (document, variables) =>
      sources.api(
        document,
        variables && 'oclId' in variables ? { ...variables, oclId: other.oclId } : variables,
      );
    expect(results(await verify(lab, { ...sources, api }))).toMatchObject({
      token: 'holds',
      acceptance: 'fails',
    });
  });

  test('reports that a lab has no token', async () => {
    expect(results(await verify(await mintLab(owner)))).toEqual({ token: 'fails' });
  });

  test('finds a lab by its number, its oclId and its token, and nothing that the chain does not have', async () => {
    const { oclId, tokenId } = await tokenized();
    const token = await reader.readContract({ ...tokenizer, functionName: 'tokenized', args: [tokenId] });
    for (const typed of [
      `#${tokenId}`,
      ` ${tokenId} `,
      oclId,
      oclId.toUpperCase().replace('0X', '0x'),
      token,
    ]) {
      expect(await findTokenizedLab(sources, typed)).toEqual({ oclId, labId: tokenId });
    }
    const forged = `0x0101${'0'.repeat(19)}1${'9'.repeat(40)}`;
    for (const typed of ['#999999', 'no-such-lab', forged, owner.address, contracts.usdc]) {
      expect(await findTokenizedLab(sources, typed)).toBeNull();
    }
  });
});

/** The key that the service gives a document with this hash. */
function keyOf(oclId: string, sha256: string): string {
  const bytes = Buffer.from(sha256, 'hex').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `${oclId}/agreements/${id}.json`;
}
