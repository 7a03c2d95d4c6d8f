import { networks } from '@labroom/contracts/networks';
import {
  conditionsForHolders,
  conditionsForTeam,
  type EvmContractCondition,
} from '@labroom/protocol/conditions';
import { isCall } from '@labroom/protocol/parse-conditions';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { grantRole, type MintedLab, mintLab } from '@labroom/testing/test-lab.ts';
import { mintStablecoins } from '@labroom/testing/test-payment.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { createPublicClient, http } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkConditions } from './check-conditions.ts';
import { tryAtBlock } from './try-at-block.ts';
import { tryConditions } from './try-conditions.ts';

const network = networks[31337];
const readerOf = (rpcUrl: string) =>
  createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 10_000 }), ccipRead: false });
const nowhere = readerOf('http://127.0.0.1:1');

let chain: ReturnType<typeof readerOf>;
let owner: TestWallet;
let viewer: TestWallet;
let outsider: TestWallet;
let lab: MintedLab;
let team: EvmContractCondition;
beforeAll(async () => {
  chain = readerOf(requireStack('rpcUrl'));
  [owner, viewer, outsider] = [await fundedWallet(), await fundedWallet(), await fundedWallet()];
  lab = await mintLab(owner);
  await grantRole(owner, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER' });
  const [condition] = conditionsForTeam(lab.oclId, network).filter(isCall);
  if (!condition) throw new Error('The team has no condition');
  team = condition;
});

it('answers for nobody and for a member at one block, and fails where the node is away', async () => {
  const before = await chain.getBlockNumber({ cacheTime: 0 });
  const answers = await tryAtBlock(chain, [team], viewer.address);
  expect(answers).toEqual({ block: expect.stringMatching(/^\d+$/), anyone: 'no', member: 'yes' });
  expect(BigInt(answers.block)).toBeGreaterThanOrEqual(before);
  await expect(tryAtBlock(nowhere, [team], viewer.address)).rejects.toThrow();
});

describe('trying conditions before the upload', () => {
  it('says yes for owner and viewer, and no for other wallets', async () => {
    expect(await tryConditions(chain, [team], owner.address)).toBe('yes');
    expect(await tryConditions(chain, [team], viewer.address)).toBe('yes');
    expect(await tryConditions(chain, [team], outsider.address)).toBe('no');
  });

  it('evaluates from left to right, without precedence of "and" over "or"', async () => {
    const never: EvmContractCondition = {
      ...team,
      returnValueTest: { ...team.returnValueTest, value: 'false' },
    };
    const [or, and] = [{ operator: 'or' }, { operator: 'and' }] as const;
    expect(await tryConditions(chain, [team, or, never, and, never], owner.address)).toBe('no');
    expect(await tryConditions(chain, [never, and, never, or, team], owner.address)).toBe('yes');
  });

  it('with a token, says yes for holders of enough tokens, and for the team without any', async () => {
    const unit = 10n ** BigInt(network.stablecoin.decimals);
    const token = { address: network.contracts.usdc };
    const holders = (minimum: bigint) => conditionsForHolders(lab.oclId, network, token, minimum);
    await mintStablecoins(outsider, outsider.address, unit);
    expect(await checkConditions(chain, holders(unit), network, owner.address)).toEqual({ kind: 'sound' });
    expect(await tryConditions(chain, holders(unit + 1n), outsider.address)).toBe('no');
    expect(await tryConditions(chain, holders(unit), outsider.address)).toBe('yes');
    expect(await tryConditions(chain, holders(unit), viewer.address)).toBe('yes');
  });

  it("compares a result with the reader's wallet", async () => {
    const ownerOf: EvmContractCondition = {
      ...team,
      contractAddress: network.contracts.labNft,
      functionName: 'ownerOf',
      functionParams: [String(lab.tokenId)],
      functionAbi: {
        ...team.functionAbi,
        name: 'ownerOf',
        inputs: [{ name: 'tokenId', type: 'uint256' }],
        outputs: [{ name: '', type: 'address' }],
      },
      returnValueTest: { key: '', comparator: '=', value: ':userAddress' },
    };
    expect(await checkConditions(chain, [ownerOf], network, owner.address)).toEqual({ kind: 'sound' });
    expect(await tryConditions(chain, [ownerOf], owner.address)).toBe('yes');
    expect(await tryConditions(chain, [ownerOf], viewer.address)).toBe('no');
  });

  it('says no, not unknown, if the contract reverts or has no code', async () => {
    const reverting = { ...team, contractAddress: network.contracts.labNft };
    const empty = { ...team, contractAddress: outsider.address };
    expect(await tryConditions(chain, [reverting], owner.address)).toBe('no');
    expect(await tryConditions(chain, [empty], owner.address)).toBe('no');
  });

  it('says unknown, not no, if the node does not respond', async () => {
    expect(await tryConditions(nowhere, [team], owner.address)).toBe('unknown');
    expect(await checkConditions(nowhere, [team], network, owner.address)).toEqual({ kind: 'unknown' });
  });
});

describe('checking conditions before the upload', () => {
  const fault = async (change: Partial<EvmContractCondition>, on = network) => {
    const verdict = await checkConditions(chain, [{ ...team, ...change }], on, owner.address);
    return verdict.kind === 'faulty' ? verdict.sentence : verdict.kind;
  };

  it('accepts sound conditions', async () => {
    expect(await fault({})).toBe('sound');
  });

  it('rejects conditions of another chain, and a node of another chain', async () => {
    expect(await fault({ chain: 'ethereum' })).toContain('name the chain ethereum');
    expect(await fault({}, { ...network, chainId: 8453 })).toContain('serves chain 31337');
  });

  it('rejects an address without code', async () => {
    const contractAddress = outsider.address;
    expect(await fault({ contractAddress })).toContain(`No contract exists at ${contractAddress}`);
  });

  it('rejects swapped parameters, and parameters without the reader', async () => {
    const [oclId = '', reader = '', role = ''] = team.functionParams;
    expect(await fault({ functionParams: [reader, oclId, role] })).toContain('Check their order');
    expect(await fault({ functionParams: [oclId, role, reader] })).toContain('Check their order');
    expect(await fault({ functionParams: [oclId, owner.address, role] })).toContain(
      "don't depend on the reader's wallet",
    );
  });

  it('rejects conditions that a random wallet meets, alone or behind an "or"', async () => {
    const returnValueTest = { ...team.returnValueTest, comparator: '!=' } as const;
    expect(await fault({ returnValueTest })).toContain('anyone could open the file');
    const token = { address: network.contracts.usdc };
    const everybody = conditionsForHolders(lab.oclId, network, token, 0n);
    const verdict = await checkConditions(chain, everybody, network, owner.address);
    expect(verdict).toMatchObject({ kind: 'faulty', sentence: expect.stringContaining('Any wallet') });
  });

  it('reports a contract that does not respond, even behind an "or" that the uploader does not need', async () => {
    const other = { ...team, contractAddress: network.contracts.labNft };
    const verdict = await checkConditions(chain, [team, { operator: 'or' }, other], network, owner.address);
    expect(verdict).toMatchObject({
      kind: 'faulty',
      sentence: expect.stringContaining('does not return the type'),
    });
  });
});
