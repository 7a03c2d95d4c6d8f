import { type Hex, hashTypedData } from 'viem';

/** A link to files, as a writer of their lab signs it (docs/specification/files.md#links). Numbers of seconds are since 1970. */
export interface ShareClaim {
  oclId: Hex;
  /** `filesSubject` of the files. */
  subject: Hex;
  /** Who signs: the holder or a contributor of the lab, at the time of redemption too. */
  writer: Hex;
  /** Address of the key that the link contains. */
  key: Hex;
  /** End of what the link opens; 0: none. */
  expiry: number;
  /** Last second in which the link is redeemed. */
  deadline: number;
  /** How many readers may redeem it. */
  uses: number;
  /** `AccessList.epochOf` when it was signed. */
  epoch: number;
  /** Makes two equal claims different. */
  salt: Hex;
}

/** The access list that claims are signed for. */
export interface ListNetwork {
  chainId: number;
  accessList: Hex;
}

const domainOf = ({ chainId, accessList }: ListNetwork) =>
  ({ name: 'AccessList', version: '1', chainId, verifyingContract: accessList }) as const;

const types = {
  Claim: [
    { name: 'oclId', type: 'bytes32' },
    { name: 'subject', type: 'bytes32' },
    { name: 'writer', type: 'address' },
    { name: 'key', type: 'address' },
    { name: 'expiry', type: 'uint48' },
    { name: 'deadline', type: 'uint48' },
    { name: 'uses', type: 'uint32' },
    { name: 'epoch', type: 'uint48' },
    { name: 'salt', type: 'bytes32' },
  ],
  Redemption: [
    { name: 'claim', type: 'bytes32' },
    { name: 'reader', type: 'address' },
  ],
} as const;

/** The message (EIP-712) by which a writer signs a link. */
export function shareClaimMessage(network: ListNetwork, claim: ShareClaim) {
  return {
    domain: domainOf(network),
    types: { Claim: types.Claim },
    primaryType: 'Claim',
    message: { ...claim },
  } as const;
}

/** What the access list counts the uses of a link by. */
export const hashOfClaim = (network: ListNetwork, claim: ShareClaim): Hex =>
  hashTypedData(shareClaimMessage(network, claim));

/** The message (EIP-712) by which the key of a link names one reader. The key itself is sent nowhere. */
export function redemptionMessage(network: ListNetwork, claim: ShareClaim, reader: Hex) {
  return {
    domain: domainOf(network),
    types: { Redemption: types.Redemption },
    primaryType: 'Redemption',
    message: { claim: hashOfClaim(network, claim), reader },
  } as const;
}
