import { createRequire } from 'node:module';
import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import {
  accessResolverAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
} from '@labroom/contracts/abi';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { localChain } from '@labroom/testing/actors.ts';
import { startDeployedChain } from '@labroom/testing/foundations.ts';
import {
  type Address,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  parseAbi,
  parseEther,
  size,
  stringToHex,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';

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
  const chain = await startDeployedChain(dataDir);
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  const ownerChain = localChain(chain.rpcUrl, owner);
  const { reader } = ownerChain;
  const { batcher, oclId, token } = await prepareLab(ownerChain);

  const firstNonce = await reader.getTransactionCount({ address: owner.address });
  for (let block = 0; block < blocks; block += 1) {
    const calls = Array.from({ length: logsPerBlock }, (_, at) => {
      const wallet = walletOf(block * logsPerBlock + at);
      if (at === logsPerBlock - 1) return { to: contracts.accessResolver, data: revocation(oclId, block) };
      if (at % 3 < 2) return { to: token, data: transfer(wallet, BigInt(at + 1)) };
      return {
        to: contracts.accessResolver,
        data: grant(oclId, wallet, 1 + (at % 2), 4_000_000_000n + BigInt(block)),
      };
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
async function prepareLab({ account, reader, ...chain }: LabChain) {
  const { bytecode } =
    require('@safe-global/safe-smart-account/build/artifacts/contracts/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json');
  const batcher = (await chain.send({ data: bytecode })).contractAddress ?? zeroAddress;

  const { oclId, tokenId } = await chain.mintLab();
  const agreement = { s3Key: `${oclId}/agreements/1.json`, contentHash: keccak256(stringToHex('agreement')) };
  const terms = { labId: tokenId, originalOwner: zeroAddress, ...agreement };
  const permissioner = { address: contracts.termsPermissioner, abi: oclTermsPermissionerAbi } as const;
  const message = await reader.readContract({
    ...permissioner,
    functionName: 'specificTermsV1',
    args: [terms],
  });
  const signature = await account.signMessage({ message });
  const tokenizer = { address: contracts.tokenizer, abi: oclTokenizerAbi } as const;
  const { s3Key, contentHash } = agreement;
  const args = [tokenId, 1n, 'BUSY', s3Key, contentHash, signature] as const;
  await chain.write({ ...tokenizer, functionName: 'tokenize', args });
  const token = await reader.readContract({ ...tokenizer, functionName: 'tokenized', args: [tokenId] });
  const supply = [token, parseEther('1000000'), batcher] as const;
  await chain.write({ ...tokenizer, functionName: 'issue', args: supply });
  await chain.transferLab(tokenId, batcher);
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
