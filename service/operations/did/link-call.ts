import { randomBytes } from 'node:crypto';
import { didRegistryAbi } from '@labroom/contracts/abi';
import {
  didProvider,
  hashLinkDidRequest,
  type LinkDidRequest,
  linkDidAttestationData,
  linkDidRequestData,
} from '@labroom/contracts/did-link';
import { bytesToHex, encodeFunctionData, type Hex, hexToBytes } from 'viem';
import { linksOf } from '#chain/projections/links-of-lab.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { isSignedByDid, signWithDidKey } from '#core/did/did-key.ts';
import type { LabRow } from '#core/labs/lab-rows.ts';
import type { DidLinking } from '#core/ports/did-linking.ts';

type LabDids = Pick<LabRow, 'oclId' | 'accountDid' | 'dataRoomDid'>;

/**
 * The call that links both DIDs of a lab, proven by the data room's key and attested twice (see [Note: dual attestation]
 * in `IDidRegistry.sol`). Every call has request ids of its own.
 * @param deadline Unix seconds.
 * @throws KmsError, AttesterError, Error when a key is not here or not the DID's own
 */
export async function buildLinkCall(
  context: Pick<ServiceContext, 'db' | 'kms' | 'config' | 'chain'>,
  { registry, attesters }: Pick<DidLinking, 'registry' | 'attesters'>,
  lab: LabDids,
  deadline: number,
): Promise<Hex> {
  const location = { chainId: context.chain.chainId, registry };
  const parts = await Promise.all(
    linksOf(lab).map(async ({ subject, did }) => {
      const request: LinkDidRequest = {
        oclId: lab.oclId as Hex,
        provider: didProvider,
        subject,
        did,
        requestId: bytesToHex(randomBytes(32)),
        deadline: BigInt(deadline),
      };
      const requestHash = hashLinkDidRequest(location, request);
      const signature = await signWithDidKey(context, lab.dataRoomDid, hexToBytes(requestHash));
      // This is what the data attester attests.
      if (!isSignedByDid(lab.dataRoomDid, hexToBytes(requestHash), signature))
        throw new Error(`The key kept for ${lab.dataRoomDid} is not its key`);
      const proof = bytesToHex(signature);
      const attestation = {
        typedData: linkDidAttestationData(location, requestHash, proof),
        evidence: { request: linkDidRequestData(location, request), dataRoomDid: lab.dataRoomDid, proof },
      };
      const attestations = await Promise.all(
        [attesters.data, attesters.service].map(async (attester) => ({
          attester: attester.address,
          signature: await attester.attest(attestation),
        })),
      );
      return { request, proof, attestations };
    }),
  );
  return encodeFunctionData({
    abi: didRegistryAbi,
    functionName: 'linkDidBatch',
    args: [
      parts.map(({ request }) => request),
      parts.map(({ proof }) => proof),
      parts.map(({ attestations }) => attestations),
    ],
  });
}

/** Whether the registry has both DIDs of the lab as active ones at this moment. */
export async function isLinkedOnChain(
  { chain }: Pick<ServiceContext, 'chain'>,
  registry: DidLinking['registry'],
  lab: LabDids,
): Promise<boolean> {
  const active = await Promise.all(
    linksOf(lab).map(({ subject }) =>
      chain.node.readContract({
        address: registry,
        abi: didRegistryAbi,
        functionName: 'getActiveDid',
        args: [lab.oclId as Hex, didProvider, subject],
      }),
    ),
  );
  return linksOf(lab).every(({ did }, index) => active[index] === did);
}
