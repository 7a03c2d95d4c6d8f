import { oclTokenizerAbi } from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { generateAgreement, termsMessage } from '@labroom/testing/test-agreement.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { type MintedLab, mintLab, transferLab } from '@labroom/testing/test-lab.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { attachToken, deployScriptedToken } from '@labroom/testing/test-token.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import type { Address } from 'viem';
import { describe, expect, test } from 'vitest';
import { createChainClient } from '../../chain/create-chain-client.ts';
import { startFaultyNode } from '../../chain/faulty-node.fixture.ts';
import { readTokenAttachment } from '../../chain/token-attachment.ts';

const service = await openTestService();
const tokenizer = { address: contracts.tokenizer, abi: oclTokenizerAbi } as const;
const claimed = { right: 'CLAIMED', provedLabNftTokenId: null, decimalsHaveChanged: false };
const proved = { ...claimed, right: 'PROVED' };

/** A lab that attached a token. */
async function attach(owner: TestWallet, address: Address): Promise<MintedLab> {
  const lab = await mintLab(owner);
  await attachToken(service, chainOf(owner), lab, { address, symbol: 'CLAIM' });
  await indexChain(service.context);
  return lab;
}

async function attachmentOf({ oclId }: MintedLab, at = service) {
  const query = `{ labToken(oclId: "${oclId}") { symbol
    attachment { right provedLabNftTokenId decimalsHaveChanged } } }`;
  return (await ask(at, query)).labToken.attachment;
}

const proveRight = (owner: TestWallet, { tokenId }: MintedLab) =>
  chainOf(owner).write({ ...tokenizer, functionName: 'proveRight', args: [tokenId] });

describe('an attached token', () => {
  test('is claimed by whoever came first, and proved by the lab whose holder owns it', async () => {
    const [alice, mallory] = [await fundedWallet(), await fundedWallet()];
    const token = await deployScriptedToken(chainOf(alice), 'CLAIM');
    const squatting = await attach(mallory, token.address);
    expect(await attachmentOf(squatting)).toEqual(claimed);
    await expect(proveRight(mallory, squatting)).rejects.toThrow('RightNotProved');

    const rightful = await attach(alice, token.address);
    expect(await attachmentOf(rightful)).toEqual(proved);
    expect(await attachmentOf(squatting)).toEqual({
      ...claimed,
      provedLabNftTokenId: String(rightful.tokenId),
    });

    const buyer = await fundedWallet();
    await transferLab(alice, rightful, buyer.address);
    expect(await attachmentOf(rightful)).toEqual({ ...proved, right: 'PROVED_EARLIER' });
    expect(await attachmentOf(squatting)).toEqual(claimed);
  });

  test('is proved afterwards, by the account of the lab too, and changes with the next block', async () => {
    const owner = await fundedWallet();
    const token = await deployScriptedToken(chainOf(owner), 'CLAIM');
    await token.giveTo((await fundedWallet()).address);
    const lab = await attach(owner, token.address);
    expect(await attachmentOf(lab)).toEqual(claimed);
    await token.giveTo(lab.account);
    expect(await attachmentOf(lab)).toEqual(claimed);
    await proveRight(owner, lab);
    expect(await attachmentOf(lab)).toEqual(proved);
    await token.setDecimals(6);
    expect(await attachmentOf(lab)).toEqual({ ...proved, decimalsHaveChanged: true });
    await token.setDecimals(18);
    expect(await attachmentOf(lab)).toEqual(proved);
  });

  test('has nothing to say of a token that was created for its lab', async () => {
    const owner = await fundedWallet();
    const lab = await mintLab(owner);
    const { agreementKey, agreementContentHash } = await generateAgreement(service, {
      oclId: lab.oclId,
      symbol: 'CLAIM',
    });
    const { message } = await termsMessage(service, { agreementKey, agreementContentHash }, lab.tokenId);
    const signature = await owner.signMessage({ message });
    const args = [lab.tokenId, 1n, 'CLAIM', agreementKey, agreementContentHash, signature] as const;
    await chainOf(owner).write({ ...tokenizer, functionName: 'tokenize', args });
    await indexChain(service.context);
    expect(await attachmentOf(lab)).toBeNull();
  });
});

describe('while the chain cannot be read', () => {
  test('the token is shown, and its right is not known', async () => {
    const owner = await fundedWallet();
    const { address } = await deployScriptedToken(chainOf(owner), 'CLAIM');
    const lab = await attach(owner, address);
    const { databaseUrl, dataDir } = service;
    const offline = await startTestService({
      place: { databaseUrl, dataDir },
      overrides: { chain: createChainClient({ rpcUrl: 'http://127.0.0.1:9', chainId: 31337 }) },
    });
    try {
      expect(await attachmentOf(lab, offline)).toBeNull();
      expect(offline.logLines.join('\n')).toContain('state of an attached token unavailable');
    } finally {
      await offline.stop();
    }
  });

  test('a node that does not answer does not hold up the page of a token', async () => {
    const node = await startFaultyNode(requireStack('rpcUrl'));
    node.fail(() => true);
    try {
      const chain = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337 });
      const attached = { labId: 1n, token: contracts.usdc, wrapper: contracts.usdc };
      expect(await readTokenAttachment(chain, attached)).toBeNull();
      expect(node.asked).not.toEqual([]);
    } finally {
      await node.stop();
    }
  });
});
