import { generateKeyPairSync, sign } from 'node:crypto';
import {
  didProvider,
  didSubjects,
  linkDidAttestationData,
  linkDidRequestData,
} from '@labroom/contracts/did-link';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { bytesToHex, hashTypedData, hexToBytes, recoverTypedDataAddress, zeroHash } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Attester, LinkAttestation } from '#core/ports/attester.ts';

/** An attestation with the evidence of a data room of its own. */
export function newAttestation(deadline = 1n): LinkAttestation {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const location = { chainId: 84532, registry: localAddresses.didRegistry };
  const dataRoomDid = `did:odf:fed01${raw.toString('hex')}`;
  const request = linkDidRequestData(location, {
    oclId: zeroHash,
    provider: didProvider,
    subject: didSubjects.dataRoom,
    did: dataRoomDid,
    requestId: zeroHash,
    deadline,
  });
  const requestHash = hashTypedData(request);
  const proof = bytesToHex(sign(null, hexToBytes(requestHash), privateKey));
  return {
    typedData: linkDidAttestationData(location, requestHash, proof),
    evidence: { request, dataRoomDid, proof },
  };
}

/** Contract tests that every attester must pass. */
export function attesterSuite(name: string, kind: Attester['kind'], open: () => Attester): void {
  describe(name, () => {
    test('signs attestations so that the registry recovers its address', async () => {
      const attester = open();
      expect(attester.kind).toBe(kind);
      // Either half of the order and either recovery bit occur.
      for (let deadline = 0n; deadline < 16n; deadline += 1n) {
        const attestation = newAttestation(deadline);
        const signature = await attester.attest(attestation);
        expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
        const signed = { ...attestation.typedData, signature };
        expect(await recoverTypedDataAddress(signed)).toBe(attester.address);
      }
    });

    test('signs several attestations at once, each its own', async () => {
      const attester = open();
      const attestations = Array.from({ length: 6 }, (_, index) => newAttestation(BigInt(index)));
      const signatures = await Promise.all(attestations.map((attestation) => attester.attest(attestation)));
      expect(new Set(signatures).size).toBe(6);
    });

    test('verifies its key where it can', async () => {
      await open().verify?.();
    });
  });
}
