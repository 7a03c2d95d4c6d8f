import type { linkDidAttestationData, linkDidRequestData } from '@labroom/contracts/did-link';
import type { Address, Hex } from 'viem';
import type { AttesterSettings } from '#platform/config/secrets.ts';

/** The typed data to sign, and what an attester can verify it with. */
export interface LinkAttestation {
  typedData: ReturnType<typeof linkDidAttestationData>;
  evidence: {
    request: ReturnType<typeof linkDidRequestData>;
    dataRoomDid: string;
    /** Signature of the data room's key over the EIP-712 hash of `request`. */
    proof: Hex;
  };
}

/** Signs attestations of DID links with a key that the registry knows. */
export interface Attester {
  readonly kind: AttesterSettings['kind'];
  readonly address: Address;
  /**
   * Returns 65 bytes that the registry accepts: r, s in the lower half of the order, and v, which is 27 or 28.
   * @throws AttesterError, also if the signature is not of `address`
   */
  attest(attestation: LinkAttestation): Promise<Hex>;
  /**
   * Verifies before the first attestation that the key belongs to `address`. Absent: only a signature shows it.
   * @throws AttesterError
   */
  verify?(): Promise<void>;
}
