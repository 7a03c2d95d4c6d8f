import {
  type Address,
  compactSignatureToSignature,
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
  parseSignature,
  recoverAddress,
  size,
  zeroAddress,
} from 'viem';
import { callUntrustedContract, simulate } from './call-untrusted-contract.ts';
import type { ChainNode } from './chain-client.ts';
import type { CallScope } from './untrusted-calls.ts';

interface SignedMessage {
  address: Address;
  /** Signed as EIP-191 `personal_sign` does. */
  message: string;
  signature: Hex;
}

interface SignedHash {
  address: Address;
  hash: Hex;
  signature: Hex;
}

/** The order of secp256k1, halved: larger `s` are the malleable twins of smaller ones (EIP-2). */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const maxSignatureBytes = 16 * 1024;
const erc1271Abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
]);
const erc1271Magic = '0x1626ba7e';

/**
 * Whether `address` signed the message: with its key (also EIP-2098 compact), as a deployed account (ERC-1271), or as an
 * account that is not deployed yet (ERC-6492). The first needs no node.
 * @param scope on whose account the contract at `address` is called
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the account could not be read, `RATE_LIMITED` as `callUntrustedContract`
 */
export function verifySignature(
  chain: ChainNode,
  { message, ...signed }: SignedMessage,
  scope: CallScope,
): Promise<boolean> {
  return verifyHash(chain, { ...signed, hash: hashMessage(message) }, scope);
}

/** As `verifySignature`, for what was hashed already, e.g. typed data (EIP-712). */
export async function verifyHash(chain: ChainNode, signed: SignedHash, scope: CallScope): Promise<boolean> {
  const { address, hash, signature } = signed;
  // ecrecover's word for "nobody".
  if (isAddressEqual(address, zeroAddress)) return false;
  if (!isHex(signature) || signature.length % 2 !== 0 || size(signature) > maxSignatureBytes) return false;
  if (await isSignedByKey(address, hash, signature)) return true;
  if (size(signature) >= 32 && isErc6492Signature(signature))
    return isSignedByFutureAccount(chain, signed, scope);
  return isSignedByAccount(chain, signed, scope);
}

/** Whether the address's own key signed the hash; needs no node. */
export async function isSignedByKey(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  const length = size(signature);
  if (length !== 64 && length !== 65) return false;
  try {
    const compact = length === 64;
    const parsed = compact
      ? compactSignatureToSignature(parseCompactSignature(signature))
      : parseSignature(signature);
    if (BigInt(parsed.s) > maxS) return false;
    return isAddressEqual(address, await recoverAddress({ hash, signature: parsed }));
  } catch {
    return false;
  }
}

/** An address without code answers with nothing. */
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
 * The validator of ERC-6492 runs as init code inside one `eth_call`: it deploys the account the way the signature says,
 * asks it, and everything is forgotten. The deploying call has nobody's rights, so it cannot make another's account agree.
 */
async function isSignedByFutureAccount(
  chain: ChainNode,
  { address, hash, signature }: SignedHash,
  scope: CallScope,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  });
  const answer = await simulate(chain, { data, scope: { ...scope, contract: address } });
  return answer.kind === 'returned' && answer.data === '0x01';
}
