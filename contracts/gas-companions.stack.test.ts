import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseEther,
  stringToHex,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  accessListAbi,
  accessResolverAbi,
  labNftAbi,
  onChainLabFactoryAbi,
  personAccountFactoryAbi,
  recordAnchorAbi,
} from './abi.generated.ts';
import { localAccount } from './local-accounts.ts';
import { localAddresses } from './local-addresses.generated.ts';

const holder = privateKeyToAccount(localAccount('owner').privateKey);
const link = privateKeyToAccount(localAccount('contributor').privateKey);
const reader = localAccount('outsider').address;
const subject = keccak256(stringToHex('did of a file'));
/** What a question about an entry may take. Access conditions ask it for every key. */
const QUESTION_LIMIT = 100_000;
let chain: TestChain;

beforeAll(async () => {
  chain = await startDeployedChain();
});
afterAll(() => chain.stop());

/** Gas of whole transactions of the contracts beside the suite, and of the question of a condition. */
it('gas of lists, accounts of persons and anchors matches the snapshot', async () => {
  const node = createPublicClient({ transport: http(chain.rpcUrl) });
  const wallet = createWalletClient({ account: holder, transport: http(chain.rpcUrl) });
  const gas: Record<string, number> = {};
  const receiptOf = async (sent: Promise<Hex>) => {
    const receipt = await node.waitForTransactionReceipt({ hash: await sent });
    expect(receipt.status).toBe('success');
    return receipt;
  };
  const measure = async (name: string, sent: Promise<Hex>) => {
    gas[name] = Number((await receiptOf(sent)).gasUsed);
  };
  const deploy = async (name: keyof typeof bytecodes, abi: Abi, args: readonly unknown[] = []) => {
    const receipt = await receiptOf(
      wallet.deployContract({ chain: null, abi, bytecode: bytecodes[name], args }),
    );
    gas[`deployment of ${name}`] = Number(receipt.gasUsed);
    if (!receipt.contractAddress) throw new Error(`${name} was not deployed`);
    return receipt.contractAddress;
  };
  const options = { chain: null } as const;

  await receiptOf(
    wallet.writeContract({
      ...options,
      address: localAddresses.factory,
      abi: onChainLabFactoryAbi,
      functionName: 'mintAndCreateAccount',
      args: [holder.address],
      value: parseEther('0.001'),
    }),
  );
  const oclId = await node.readContract({
    address: localAddresses.labNft,
    abi: labNftAbi,
    functionName: 'oclIdOf',
    args: [1n],
  });

  const list = {
    address: await deploy('AccessList', accessListAbi, [localAddresses.accessResolver]),
    abi: accessListAbi,
  };
  const grant = (expiry: number) =>
    wallet.writeContract({
      ...list,
      ...options,
      functionName: 'grant',
      args: [oclId, subject, reader, expiry],
    });
  await measure('AccessList.grant', grant(0));
  await measure('AccessList.grant, changing an entry', grant(4_000_000_000));
  const isListed = { ...list, functionName: 'isListed', args: [oclId, subject, reader] } as const;
  expect(await node.readContract(isListed)).toBe(true);
  const question = await node.estimateGas({ to: list.address, data: encodeFunctionData(isListed) });
  gas['AccessList.isListed'] = Number(question);
  expect(gas['AccessList.isListed']).toBeLessThan(QUESTION_LIMIT);
  await measure(
    'AccessList.revoke',
    wallet.writeContract({ ...list, ...options, functionName: 'revoke', args: [oclId, subject, reader] }),
  );
  const claim = {
    oclId,
    subject,
    writer: holder.address,
    key: link.address,
    expiry: 0,
    deadline: 4_000_000_000,
    uses: 1,
    epoch: 0,
    salt: keccak256('0x'),
  };
  const hash = await node.readContract({ ...list, functionName: 'hashClaim', args: [claim] });
  const redemption = await node.readContract({
    ...list,
    functionName: 'hashRedemption',
    args: [hash, reader],
  });
  const signatures = [await holder.sign({ hash }), await link.sign({ hash: redemption })] as const;
  await measure(
    'AccessList.redeem',
    wallet.writeContract({
      ...list,
      ...options,
      functionName: 'redeem',
      args: [claim, signatures[0], reader, signatures[1]],
    }),
  );
  await measure(
    'AccessList.revokeAll',
    wallet.writeContract({ ...list, ...options, functionName: 'revokeAll', args: [oclId] }),
  );
  expect(await node.readContract(isListed)).toBe(false);
  // For comparison: the same question about a role.
  const role = { functionName: 'hasRole', args: [oclId, holder.address, 1] } as const;
  gas['AccessResolver.hasRole, for comparison'] = Number(
    await node.estimateGas({
      to: localAddresses.accessResolver,
      data: encodeFunctionData({ abi: accessResolverAbi, ...role }),
    }),
  );

  const accounts = {
    address: await deploy('PersonAccountFactory', personAccountFactoryAbi),
    abi: personAccountFactoryAbi,
  };
  const verifier = await deploy('ERC7913WebAuthnVerifier', []);
  const passkey: Hex = `0x${verifier.slice(2)}${'11'.repeat(64)}`;
  const create = (signer: Hex) =>
    wallet.writeContract({ ...accounts, ...options, functionName: 'createAccount', args: [[signer], 0n] });
  await measure('createAccount with a passkey', create(passkey));
  await measure('createAccount of an account that exists', create(passkey));
  await measure('createAccount with a wallet', create(holder.address));

  const origin = 'labroom.example/record';
  const anchor = {
    address: await deploy('RecordAnchor', recordAnchorAbi, [holder.address]),
    abi: recordAnchorAbi,
  };
  await measure(
    'RecordAnchor.setKey, first key',
    wallet.writeContract({
      ...anchor,
      ...options,
      functionName: 'setKey',
      args: [origin, keccak256('0x01')],
    }),
  );
  await measure(
    'RecordAnchor.setWriter, first writer',
    wallet.writeContract({ ...anchor, ...options, functionName: 'setWriter', args: [holder.address] }),
  );
  const store = (size: bigint) =>
    wallet.writeContract({
      ...anchor,
      ...options,
      functionName: 'anchor',
      args: [keccak256(stringToHex(origin)), size, toHex(size, { size: 32 })],
    });
  await measure('RecordAnchor.anchor, first root', store(1n));
  await measure('RecordAnchor.anchor', store(2n));

  await expect(`${JSON.stringify(gas, null, 2)}\n`).toMatchFileSnapshot('./gas-companions.json');
});
