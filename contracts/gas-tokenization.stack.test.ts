import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  parseEther,
  stringToHex,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  onChainLabFactoryAbi,
} from './abi.generated.ts';
import { localAccount } from './local-accounts.ts';
import { localAddresses } from './local-addresses.generated.ts';

/** Gas of the audited predecessor of these contracts, with an agreement key of 59 characters. */
const ANCESTOR = {
  tokenize: 418_738,
  attachToken: 292_844,
  'attachToken, proved': 292_844,
  issue: 83_270,
  cap: 88_287,
  transfer: 54_080,
};

/** `Right.PROVED` of the tokenizer. */
const PROVED = 4;

/** Init code of a token that answers `owner()` with the address, and every other question with 18. */
const ownedToken = (address: Hex): Hex =>
  `0x60328060095f395ff35f3560e01c638da5cb5b1460165760125f5260205ff35b73${address.slice(2)}5f5260205ff3`;

const owner = privateKeyToAccount(localAccount('owner').privateKey);
const tokenizer = { address: localAddresses.tokenizer, abi: oclTokenizerAbi, chain: null } as const;
const contentHash = keccak256(stringToHex('agreement'));
let chain: TestChain;

beforeAll(async () => {
  chain = await startDeployedChain();
});
afterAll(() => chain.stop());

/** Gas of whole transactions, with an agreement key of 119 bytes and its hash. */
it('gas of tokenization matches the snapshot and is below that of the predecessor', async () => {
  const reader = createPublicClient({ transport: http(chain.rpcUrl) });
  const wallet = createWalletClient({ account: owner, transport: http(chain.rpcUrl) });
  const gas: Record<string, { gas: number; ancestor: number }> = {};
  const gasOf = async (sent: Promise<Hex>) => {
    const receipt = await reader.waitForTransactionReceipt({ hash: await sent });
    expect(receipt.status).toBe('success');
    return Number(receipt.gasUsed);
  };
  const measure = async (name: keyof typeof ANCESTOR, sent: Promise<Hex>) => {
    gas[name] = { gas: await gasOf(sent), ancestor: ANCESTOR[name] };
  };
  const mint = () =>
    wallet.writeContract({
      chain: null,
      address: localAddresses.factory,
      abi: onChainLabFactoryAbi,
      functionName: 'mintAndCreateAccount',
      args: [owner.address],
      value: parseEther('0.001'),
    });
  const keyAndSignature = async (labId: bigint): Promise<[string, Hex]> => {
    const nft = { address: localAddresses.labNft, abi: labNftAbi } as const;
    const oclId = await reader.readContract({ ...nft, functionName: 'oclIdOf', args: [labId] });
    const s3Key = `${oclId}/agreements/01234567-89ab-cdef-0123-456789abcdef.json`;
    const message = await reader.readContract({
      address: localAddresses.termsPermissioner,
      abi: oclTermsPermissionerAbi,
      functionName: 'specificTermsV1',
      args: [{ labId, originalOwner: zeroAddress, s3Key, contentHash }],
    });
    return [s3Key, await owner.signMessage({ message })];
  };

  await gasOf(mint());
  await gasOf(mint());
  const [s3Key, signature] = await keyAndSignature(1n);
  expect(s3Key).toHaveLength(119);
  await measure(
    'tokenize',
    wallet.writeContract({
      ...tokenizer,
      functionName: 'tokenize',
      args: [1n, parseEther('1000000'), 'VITA', s3Key, contentHash, signature],
    }),
  );
  const token = await reader.readContract({ ...tokenizer, functionName: 'tokenized', args: [1n] });
  const amount = parseEther('1');
  await measure(
    'issue',
    wallet.writeContract({ ...tokenizer, functionName: 'issue', args: [token, amount, owner.address] }),
  );
  await measure(
    'transfer',
    wallet.writeContract({
      chain: null,
      address: token,
      abi: labTokenAbi,
      functionName: 'transfer',
      args: [localAccount('outsider').address, amount],
    }),
  );
  await measure('cap', wallet.writeContract({ ...tokenizer, functionName: 'cap', args: [token] }));
  const [otherKey, otherSignature] = await keyAndSignature(2n);
  await measure(
    'attachToken',
    wallet.writeContract({
      ...tokenizer,
      functionName: 'attachToken',
      args: [2n, otherKey, contentHash, otherSignature, localAddresses.usdc],
    }),
  );

  await gasOf(mint());
  const [lastKey, lastSignature] = await keyAndSignature(3n);
  const deployment = await wallet.deployContract({
    chain: null,
    abi: [],
    bytecode: ownedToken(owner.address),
  });
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash: deployment });
  await measure(
    'attachToken, proved',
    wallet.writeContract({
      ...tokenizer,
      functionName: 'attachToken',
      args: [3n, lastKey, contentHash, lastSignature, contractAddress ?? zeroAddress],
    }),
  );
  const right = await reader.readContract({ ...tokenizer, functionName: 'rightOf', args: [3n] });
  expect(right).toBe(PROVED);

  for (const { gas: ours, ancestor } of Object.values(gas)) expect(ours).toBeLessThanOrEqual(ancestor);
  expect(gas.tokenize?.gas).toBeLessThanOrEqual(300_000);
  await expect(`${JSON.stringify(gas, null, 2)}\n`).toMatchFileSnapshot('./gas-tokenization.json');
});
