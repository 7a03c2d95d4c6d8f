import { createRequire } from 'node:module';
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  keccak256,
  type PrivateKeyAccount,
  parseAbi,
  parseEther,
  size,
  stringToHex,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import {
  accessResolverAbi,
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  onChainLabFactoryAbi,
} from '#contracts/abi.generated.ts';
import { deployContracts } from '#contracts/deploy/deploy.ts';
import { localAccount } from '#contracts/local-accounts.ts';
import { localAddresses as contracts } from '#contracts/local-addresses.generated.ts';
import { startLocalChain } from '#local/chain/start-local-chain.ts';

const require = createRequire(import.meta.url);
const batchAbi = parseAbi(['function multiSend(bytes transactions)']);
const wallets = 997;

export interface BusyChainSize {
  blocks: number;
  /** Logs per block: two thirds transfers of a lab's token, the others grants and a revocation. */
  logsPerBlock: number;
}

/**
 * Starts a local chain with the contracts, a lab, its token, and many blocks with many events. Safe's call batcher holds
 * the lab and the tokens, so that one transaction emits all events of a block.
 */
export async function startBusyChain(dataDir: string, { blocks, logsPerBlock }: BusyChainSize) {
  const chain = await startLocalChain({ dataDir, port: 0 });
  await deployContracts({
    rpcUrl: chain.rpcUrl,
    deployer: privateKeyToAccount(localAccount('deployer').privateKey),
  });
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  const transport = http(chain.rpcUrl);
  const reader = createPublicClient({ chain: hardhat, transport, pollingInterval: 10 });
  const { batcher, oclId, token } = await prepareLab(chain.rpcUrl, owner);

  const firstNonce = await reader.getTransactionCount({ address: owner.address });
  for (let block = 0; block < blocks; block += 1) {
    const calls = Array.from({ length: logsPerBlock }, (_, at) => {
      const wallet = walletOf(block * logsPerBlock + at);
      if (at === logsPerBlock - 1) return { to: contracts.accessResolver, data: revocation(oclId, block) };
      if (at % 3 < 2) return { to: token, data: transfer(wallet, BigInt(at + 1)) };
      return { to: contracts.accessResolver, data: grant(oclId, wallet, 1 + (at % 2), BigInt(block)) };
    });
    // The chain makes a block per transaction.
    const raw = await owner.signTransaction({
      chainId: hardhat.id,
      type: 'eip1559',
      nonce: firstNonce + block,
      gas: 12_000_000n,
      maxFeePerGas: parseEther('0.000000005'),
      maxPriorityFeePerGas: 1n,
      to: batcher,
      data: batch(calls),
    });
    await reader.sendRawTransaction({ serializedTransaction: raw });
  }
  return chain;

  /** Revokes a role that the same block granted. */
  function revocation(lab: Hex, block: number): Hex {
    const args = [lab, walletOf(block * logsPerBlock + 2)] as const;
    return encodeFunctionData({ abi: accessResolverAbi, functionName: 'revokeRole', args });
  }
}

/** A tokenized lab whose NFT and tokens belong to the batcher. */
async function prepareLab(rpcUrl: string, owner: PrivateKeyAccount) {
  const transport = http(rpcUrl);
  const reader = createPublicClient({ chain: hardhat, transport, pollingInterval: 10 });
  const wallet = createWalletClient({ account: owner, chain: hardhat, transport });
  const settle = async (sent: Promise<Hex>) => {
    const receipt = await reader.waitForTransactionReceipt({ hash: await sent });
    if (receipt.status !== 'success') throw new Error('A transaction that prepares the chain failed');
    return receipt;
  };
  const { bytecode } =
    require('@safe-global/safe-smart-account/build/artifacts/contracts/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json');
  const batcher = (await settle(wallet.sendTransaction({ data: bytecode }))).contractAddress ?? zeroAddress;

  const mint = {
    address: contracts.factory,
    abi: onChainLabFactoryAbi,
    functionName: 'mintAndCreateAccount',
    args: [owner.address],
    value: parseEther('0.001'),
  } as const;
  await settle(wallet.writeContract(mint));
  const labNft = { address: contracts.labNft, abi: labNftAbi } as const;
  const oclId = await reader.readContract({ ...labNft, functionName: 'oclIdOf', args: [1n] });

  const agreement = { s3Key: `${oclId}/agreement.json`, contentHash: keccak256(stringToHex('agreement')) };
  const terms = { labId: 1n, originalOwner: zeroAddress, ...agreement };
  const permissioner = { address: contracts.termsPermissioner, abi: oclTermsPermissionerAbi } as const;
  const message = await reader.readContract({
    ...permissioner,
    functionName: 'specificTermsV1',
    args: [terms],
  });
  const signature = await owner.signMessage({ message });
  const tokenizer = { address: contracts.tokenizer, abi: oclTokenizerAbi } as const;
  const { s3Key, contentHash } = agreement;
  const args = [1n, 1n, 'BUSY', s3Key, contentHash, signature] as const;
  await settle(wallet.writeContract({ ...tokenizer, functionName: 'tokenize', args }));
  const token = await reader.readContract({ ...tokenizer, functionName: 'tokenized', args: [1n] });
  const supply = [token, parseEther('1000000'), batcher] as const;
  await settle(wallet.writeContract({ ...tokenizer, functionName: 'issue', args: supply }));
  const handOver = [owner.address, batcher, 1n] as const;
  await settle(wallet.writeContract({ ...labNft, functionName: 'transferFrom', args: handOver }));
  return { batcher, oclId, token };
}

function walletOf(index: number): Address {
  return `0x${(0xbeef_0000_0000 + ((index * 7919) % wallets)).toString(16).padStart(40, '0')}`;
}

function transfer(to: Address, value: bigint): Hex {
  return encodeFunctionData({ abi: labTokenAbi, functionName: 'transfer', args: [to, value] });
}

function grant(oclId: Hex, to: Address, role: number, expiry: bigint): Hex {
  const args = [oclId, to, role, expiry, false] as const;
  return encodeFunctionData({ abi: accessResolverAbi, functionName: 'grantRole', args });
}

function batch(calls: { to: Address; data: Hex }[]): Hex {
  const packed = calls.map(({ to, data }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, to, 0n, BigInt(size(data)), data],
    ).slice(2),
  );
  return encodeFunctionData({ abi: batchAbi, functionName: 'multiSend', args: [`0x${packed.join('')}`] });
}
