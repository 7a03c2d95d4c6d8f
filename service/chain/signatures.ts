import {
  type Address,
  compactSignatureToSignature,
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isAddressEqual,
  isErc6492Signature,
  isHex,
  parseAbi,
  parseCompactSignature,
  parseErc6492Signature,
  parseSignature,
  serializeSignature,
  size,
  zeroAddress,
} from 'viem';
import { callUntrustedContract } from './call-untrusted-contract.ts';
import type { ChainNode } from './chain-client.ts';
import { signerOf } from './signer-of.ts';
import { simulate } from './simulate.ts';
import type { CallScope } from './untrusted-calls.ts';

interface SignedMessage {
  address: Address;
  /** Signed with EIP-191 `personal_sign`. */
  message: string;
  signature: Hex;
}

interface SignedHash {
  address: Address;
  hash: Hex;
  signature: Hex;
}

const maxSignatureBytes = 16 * 1024;
const erc1271Abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
]);
const erc1271Magic = '0x1626ba7e';

/**
 * Whether `address` signed the message: with its key (also EIP-2098 compact), as a deployed account (ERC-1271), or as
 * an account that is not deployed yet (ERC-6492). The first needs no node.
 * @param scope accounts that a call of the contract at `address` counts against
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the account could not be read, `RATE_LIMITED` as
 * `callUntrustedContract`
 */
export function verifySignature(
  chain: ChainNode,
  { message, ...signed }: SignedMessage,
  scope: CallScope,
): Promise<boolean> {
  return verifyHash(chain, { ...signed, hash: hashMessage(message) }, scope);
}

/** Like `verifySignature`, for a hash, for example of typed data (EIP-712). */
export async function verifyHash(chain: ChainNode, signed: SignedHash, scope: CallScope): Promise<boolean> {
  const { address, hash, signature } = signed;
  // ecrecover returns the zero address for an invalid signature.
  if (isAddressEqual(address, zeroAddress)) return false;
  if (!isHex(signature) || signature.length % 2 !== 0 || size(signature) > maxSignatureBytes) return false;
  if (isSignedByKey(address, hash, signature)) return true;
  if (size(signature) >= 32 && isErc6492Signature(signature))
    return isSignedByFutureAccount(chain, signed, scope);
  return isSignedByAccount(chain, signed, scope);
}

/** Whether the address's own key signed the hash. Needs no node. */
export function isSignedByKey(address: Address, hash: Hex, signature: Hex): boolean {
  const length = size(signature);
  if (length !== 64 && length !== 65) return false;
  try {
    const parsed =
      length === 64
        ? compactSignatureToSignature(parseCompactSignature(signature))
        : parseSignature(signature);
    return signerOf(hash, serializeSignature(parsed)) === address.toLowerCase();
  } catch {
    return false;
  }
}

/** An address without code returns no data. */
async function isSignedByAccount(
  chain: ChainNode,
  { address, hash, signature }: SignedHash,
  scope: CallScope,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: erc1271Abi,
    functionName: 'isValidSignature',
    args: [hash, signature],
  });
  const answer = await callUntrustedContract(chain, { to: address, data, scope });
  return answer.kind === 'returned' && size(answer.data) >= 32 && answer.data.startsWith(erc1271Magic);
}

/**
 * [Note: prepare calls] The signature names a call that deploys the account (ERC-6492). It counts only while the account has
 * no code. The ERC also allows it for a deployed account, as a repair. But the call may be any transaction that its signers
 * once signed and did not send, such as a Safe's `addOwnerWithThreshold`: it would count as executed.
 *
 * The validator of the ERC runs as init code in one `eth_call`: it deploys the account as the signature says and calls it.
 * Nothing is kept. The deploying call has no rights, so it cannot make another account agree.
 */
async function isSignedByFutureAccount(
  chain: ChainNode,
  { address, hash, signature }: SignedHash,
  scope: CallScope,
): Promise<boolean> {
  const inner = innerSignature(signature);
  if (inner === null) return false;
  if (await isSignedByAccount(chain, { address, hash, signature: inner }, scope)) return true;
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  });
  const answer = await simulate(chain, { data, scope: { ...scope, contract: address } });
  // Code never goes away, so what has none at a later block had none in the simulation.
  return answer.kind === 'returned' && answer.data === '0x01' && !(await hasCode(chain, address));
}

function innerSignature(wrapped: Hex): Hex | null {
  try {
    return parseErc6492Signature(wrapped).signature;
  } catch {
    return null;
  }
}

/** Runs `PUSH20 address EXTCODESIZE PUSH0 MSTORE PUSH1 32 PUSH0 RETURN` as init code: `simulate` requires a recent block. */
async function hasCode(chain: ChainNode, address: Address): Promise<boolean> {
  const data = concatHex(['0x73', address, '0x3b5f5260205ff3']);
  const answer = await simulate(chain, { data, scope: null });
  return answer.kind !== 'returned' || BigInt(answer.data) !== 0n;
}
