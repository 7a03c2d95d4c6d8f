/** The parts of an `oclId` (docs/specification/labs.md#ids). */
export interface OclIdParts {
  /** LabNFT token id, an 80-bit unsigned integer. */
  tokenId: bigint;
  /** The lab's bound account, lowercase hex. */
  account: `0x${string}`;
}

export type OclIdErrorReason =
  | 'MALFORMED'
  | 'UNSUPPORTED_VERSION'
  | 'TOKEN_ID_OUT_OF_RANGE'
  | 'INVALID_ACCOUNT';

/** The id is malformed. */
export class OclIdError extends Error {
  readonly reason: OclIdErrorReason;

  constructor(reason: OclIdErrorReason, message: string) {
    super(message);
    this.name = 'OclIdError';
    this.reason = reason;
  }
}

const PREFIX = '0101';
const MAX_TOKEN_ID = 2n ** 80n - 1n;
const ZERO_ACCOUNT = '0'.repeat(40);

/**
 * Normalizes an `oclId` in any case to lower case. A well-formed id can be forged: only `LabNFT.oclIdOf` confirms it.
 * @throws OclIdError `MALFORMED`, `UNSUPPORTED_VERSION` or `INVALID_ACCOUNT`
 */
export function normalizeOclId(oclId: string): `0x${string}` {
  if (!/^0x[0-9a-f]{64}$/i.test(oclId)) {
    throw new OclIdError('MALFORMED', 'An oclId is 0x and 64 hexadecimal digits');
  }
  const digits = oclId.slice(2).toLowerCase();
  if (!digits.startsWith(PREFIX)) {
    throw new OclIdError('UNSUPPORTED_VERSION', 'An oclId begins with version 01 and namespace 01');
  }
  if (digits.endsWith(ZERO_ACCOUNT)) {
    throw new OclIdError('INVALID_ACCOUNT', 'An oclId names a bound account');
  }
  return `0x${digits}`;
}

/**
 * Packs a token id and its bound account, like `LabNFT`.
 * @throws OclIdError `TOKEN_ID_OUT_OF_RANGE` or `INVALID_ACCOUNT`
 */
export function encodeOclId({ tokenId, account }: { tokenId: bigint; account: string }): `0x${string}` {
  if (tokenId < 0n || tokenId > MAX_TOKEN_ID) {
    throw new OclIdError('TOKEN_ID_OUT_OF_RANGE', 'A lab token id has at most 80 bits');
  }
  if (!/^0x[0-9a-f]{40}$/i.test(account) || account.endsWith(ZERO_ACCOUNT)) {
    throw new OclIdError('INVALID_ACCOUNT', 'A bound account is 0x and 40 hexadecimal digits, not all zero');
  }
  return `0x${PREFIX}${tokenId.toString(16).padStart(20, '0')}${account.slice(2).toLowerCase()}`;
}

/**
 * Splits an `oclId` into its parts.
 * @throws OclIdError as `normalizeOclId`
 */
export function decodeOclId(oclId: string): OclIdParts {
  const digits = normalizeOclId(oclId).slice(2);
  return { tokenId: BigInt(`0x${digits.slice(4, 24)}`), account: `0x${digits.slice(24)}` };
}
