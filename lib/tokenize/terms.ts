import { TermsMessageDocument } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { oclTermsPermissionerAbi } from '@labroom/contracts/abi';
import type { Address } from '@labroom/contracts/networks';
import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hexToString,
  type PublicClient,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem';
import type { AgreementReference } from '../wallet/transactions/tokenize-lab.ts';

export interface Terms {
  /** The text to sign, byte for byte as the contract builds it. */
  text: string;
  /** Number of compared bytes. */
  bytes: number;
  /** EIP-191 hash of the text. */
  digest: Hex;
}

/** The terms of the service differ from those that the contract checks. They must not be signed. */
export class TermsMismatchError extends Error {
  readonly fromService: string;
  readonly fromContract: string;

  constructor(fromService: string, fromContract: string) {
    super('The terms of the service differ from the terms that the contract checks. Do not sign them.');
    this.name = 'TermsMismatchError';
    this.fromService = fromService;
    this.fromContract = fromContract;
  }
}

/**
 * Declares the result as `bytes` instead of `string`, which has the same encoding, so that no byte is lost or replaced
 * by UTF-8 decoding.
 */
const termsAsBytesAbi = parseAbi([
  'struct Metadata { uint256 labId; address originalOwner; string s3Key; bytes32 contentHash; }',
  'function specificTermsV1(Metadata metadata) view returns (bytes)',
]);

/** The terms as bytes, built by the permissioner contract. Errors: viem's. */
export async function readTermsOfContract(
  client: PublicClient,
  permissioner: Address,
  labId: bigint,
  { key, contentHash }: AgreementReference,
): Promise<Hex> {
  // The terms do not contain the original owner.
  const metadata = { labId, originalOwner: zeroAddress, s3Key: key, contentHash };
  const call = { abi: termsAsBytesAbi, functionName: 'specificTermsV1' } as const;
  const { data = '0x' } = await client.call({
    to: permissioner,
    data: encodeFunctionData({ ...call, args: [metadata] }),
  });
  return decodeFunctionResult({ ...call, data });
}

/**
 * The terms to sign: the service's text, after this browser has confirmed that it equals the contract's terms byte for
 * byte. Errors: `TermsMismatchError`; `LabroomError`; viem's.
 */
export async function readTerms(
  { client, api, chainId }: { client: PublicClient; api: ApiCall; chainId: number },
  permissioner: Address,
  labId: bigint,
  agreement: AgreementReference,
): Promise<Terms> {
  const variables = {
    agreementKey: agreement.key,
    contentHash: agreement.contentHash,
    labId: String(labId),
    chainId,
  };
  const [{ getOclTermsMessage }, bytes] = await Promise.all([
    api(TermsMessageDocument, variables),
    readTermsOfContract(client, permissioner, labId, agreement),
  ]);
  const { message } = getOclTermsMessage;
  if (message === null) throw new Error('The service gave no terms');
  if (stringToHex(message) !== bytes) throw new TermsMismatchError(message, hexToString(bytes));
  return { text: message, bytes: (bytes.length - 2) / 2, digest: hashMessage(message) };
}

/**
 * Whether the permissioner accepts this signature of the terms, now or in an earlier block: by ECDSA or, for a
 * contract, ERC-1271. Errors: viem's.
 */
export function isAccepted(
  client: PublicClient,
  permissioner: Address,
  { labId, agreement, signer }: { labId: bigint; agreement: AgreementReference; signer: Address },
  signature: Hex,
  blockNumber?: bigint,
): Promise<boolean> {
  const metadata = {
    labId,
    originalOwner: signer,
    s3Key: agreement.key,
    contentHash: agreement.contentHash,
  };
  return client.readContract({
    address: permissioner,
    abi: oclTermsPermissionerAbi,
    functionName: 'isValidSignature',
    args: [metadata, signer, signature],
    ...(blockNumber === undefined ? {} : { blockNumber }),
  });
}
