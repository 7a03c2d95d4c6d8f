import type { Address } from '@labroom/contracts/networks';
import {
  concatHex,
  domainSeparator,
  encodeFunctionData,
  getAddress,
  type Hex,
  type PublicClient,
  pad,
  parseAbi,
  parseSignature,
  recoverTypedDataAddress,
  serializeSignature,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem';
import type { Transaction } from '../wallet/transactions/transaction.ts';
import { unlessRefused } from './unless-refused.ts';

/**
 * [Note: Safe] A Safe accepts a text by signatures of enough owners over a `SafeMessage` of the text's hash (ERC-1271),
 * and acts by `execTransaction` with signatures of enough owners over a `SafeTx`. The owner that sends needs no
 * signature of its own for the latter. Signatures are concatenated in the order of their owners' addresses.
 */

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function domainSeparator() view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
]);

export interface Safe {
  address: Address;
  owners: Address[];
  /** Number of owners that must approve. */
  threshold: number;
  nonce: bigint;
}

/** Signatures of owners, by lowercase address. */
export type Signatures = Readonly<Record<string, Hex>>;

/** The Safe at an address; `null` if there is no Safe, or one older than 1.3, whose signatures cannot be made here. */
export async function readSafe(
  client: PublicClient,
  address: Address,
  chainId: number,
): Promise<Safe | null> {
  const safe = { address, abi: safeAbi } as const;
  const answers = await Promise.all([
    unlessRefused(client.readContract({ ...safe, functionName: 'getOwners' })),
    unlessRefused(client.readContract({ ...safe, functionName: 'getThreshold' })),
    unlessRefused(client.readContract({ ...safe, functionName: 'nonce' })),
    unlessRefused(client.readContract({ ...safe, functionName: 'domainSeparator' })),
  ]);
  const [owners, threshold, nonce, separator] = answers;
  if (owners === null || threshold === null || nonce === null) return null;
  if (separator !== domainSeparator({ domain: { chainId, verifyingContract: address } })) return null;
  return { address, owners: [...owners], threshold: Number(threshold), nonce };
}

/** Typed data that each owner signs (`eth_signTypedData_v4`) so that the Safe accepts a hash. */
export function safeMessage(safe: Address, chainId: number, hash: Hex) {
  return {
    domain: { chainId, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  } as const;
}

/** Typed data that each owner signs so that the Safe makes a call. */
export function safeTransaction(safe: Address, chainId: number, nonce: bigint, { request }: Transaction) {
  const { address: to, abi, functionName, args, value = 0n } = request;
  return {
    domain: { chainId, verifyingContract: safe },
    types: {
      SafeTx: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
        { name: 'operation', type: 'uint8' },
        { name: 'safeTxGas', type: 'uint256' },
        { name: 'baseGas', type: 'uint256' },
        { name: 'gasPrice', type: 'uint256' },
        { name: 'gasToken', type: 'address' },
        { name: 'refundReceiver', type: 'address' },
        { name: 'nonce', type: 'uint256' },
      ],
    },
    primaryType: 'SafeTx',
    message: {
      to,
      value,
      data: encodeFunctionData({ abi, functionName, args }),
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce,
    },
  } as const;
}

/** The signatures that are by owners of the Safe, over exactly this data, in the Safe's format. */
export async function validSignatures(
  { owners }: Safe,
  typedData: TypedDataDefinition,
  signatures: Signatures,
): Promise<Signatures> {
  const checked = await Promise.all(
    owners.map(async (owner): Promise<[string, Hex][]> => {
      const signature = signatures[owner.toLowerCase()];
      const valid = signature && (await signatureBy(owner, typedData, signature));
      return valid ? [[owner.toLowerCase(), valid]] : [];
    }),
  );
  return Object.fromEntries(checked.flat());
}

/** A signature in the Safe's format, if a key (not a contract) signed exactly this data; otherwise `null`. */
export async function signatureBy(
  signer: Address,
  typedData: TypedDataDefinition,
  signature: Hex,
): Promise<Hex | null> {
  try {
    // Wallets differ in the last byte (v). Safes accept 27 and 28.
    const canonical = serializeSignature(parseSignature(signature));
    const recovered = await recoverTypedDataAddress({ ...typedData, signature: canonical });
    return recovered.toLowerCase() === signer.toLowerCase() ? canonical : null;
  } catch {
    return null;
  }
}

/** Concatenates signatures for the Safe: in the order of the owners' addresses, no more than needed. */
export function joinSignatures(signatures: Signatures, threshold: number): Hex {
  const ordered = Object.entries(signatures).sort(([a], [b]) => (a < b ? -1 : 1));
  return concatHex(ordered.slice(0, threshold).map(([, signature]) => signature));
}

/**
 * A transaction made by the Safe and sent by one of its owners. `approvals` are those of the others; `null` if there
 * are too few.
 */
export function throughSafe(
  { address, threshold }: Safe,
  { describe, request }: Transaction,
  sender: Address,
  approvals: Signatures,
): Transaction | null {
  const key = sender.toLowerCase();
  const others = Object.entries(approvals).filter(([owner]) => owner !== key);
  if (others.length + 1 < threshold) return null;
  // v = 1: approved by sending the transaction.
  const own: Hex = concatHex([pad(getAddress(sender)), pad('0x'), '0x01']);
  const chosen = Object.fromEntries([...others.slice(0, threshold - 1), [key, own]]);
  const { to, value, data } = safeTransaction(address, 0, 0n, { describe, request }).message;
  return {
    describe: {
      ...describe,
      facts: [...describe.facts, { label: 'Through the Safe', value: address }],
    },
    request: {
      address,
      abi: safeAbi,
      functionName: 'execTransaction',
      args: [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, joinSignatures(chosen, threshold)],
    },
  };
}
