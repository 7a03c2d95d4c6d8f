import { type Address, type Hex, hashTypedData, keccak256, stringToHex } from 'viem';

/** See [Note: dual attestation] in `IDidRegistry.sol`. */
export interface LinkDidRequest {
  oclId: Hex;
  provider: Hex;
  subject: Hex;
  did: string;
  /** Accepted once per lab, provider and subject. */
  requestId: Hex;
  /** Last Unix second at which the registry accepts the request. */
  deadline: bigint;
}

/** Chain and registry of the EIP-712 domain, for which a link is valid. */
export interface DidRegistryLocation {
  chainId: number;
  registry: Address;
}

/** Provider of the identities that this project links: ASCII text, left-aligned in 32 bytes. */
export const didProvider = stringToHex('odf', { size: 32 });
export const didSubjects = {
  account: stringToHex('account', { size: 32 }),
  dataRoom: stringToHex('dataRoom', { size: 32 }),
} as const;

const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;
const requestTypes = {
  EIP712Domain: domainTypes,
  LinkDidRequest: [
    { name: 'oclId', type: 'bytes32' },
    { name: 'provider', type: 'bytes32' },
    { name: 'subject', type: 'bytes32' },
    { name: 'did', type: 'string' },
    { name: 'requestId', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;
const attestationTypes = {
  EIP712Domain: domainTypes,
  LinkDidAttestation: [
    { name: 'requestHash', type: 'bytes32' },
    { name: 'proofHash', type: 'bytes32' },
  ],
} as const;

/** The 32 bytes that the data room's ed25519 key signs. */
export function hashLinkDidRequest(location: DidRegistryLocation, request: LinkDidRequest): Hex {
  return hashTypedData(linkDidRequestData(location, request));
}

/** The EIP-712 typed data of a request. */
export function linkDidRequestData(location: DidRegistryLocation, request: LinkDidRequest) {
  return {
    domain: domainOf(location),
    types: requestTypes,
    primaryType: 'LinkDidRequest',
    message: { ...request },
  } as const;
}

/** The hash that both attesters sign, given the request's hash and the 64 bytes of the ed25519 proof. */
export function hashLinkDidAttestation(location: DidRegistryLocation, requestHash: Hex, proof: Hex): Hex {
  return hashTypedData(linkDidAttestationData(location, requestHash, proof));
}

/** The EIP-712 typed data that both attesters sign. */
export function linkDidAttestationData(location: DidRegistryLocation, requestHash: Hex, proof: Hex) {
  return {
    domain: domainOf(location),
    types: attestationTypes,
    primaryType: 'LinkDidAttestation',
    message: { requestHash, proofHash: keccak256(proof) },
  } as const;
}

function domainOf({ chainId, registry }: DidRegistryLocation) {
  return {
    name: 'DidRegistry',
    version: '1',
    chainId: BigInt(chainId),
    verifyingContract: registry,
  } as const;
}
