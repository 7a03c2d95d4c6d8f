import { oclTermsPermissionerAbi } from '@labroom/contracts/abi';
import type { Hex } from 'viem';
import { zeroAddress } from 'viem';
import { ServiceError } from '#platform/errors/errors.ts';
import type { ChainClient } from './chain-client.ts';
import { readContract } from './read-contract.ts';

export interface Terms {
  labId: bigint;
  agreementKey: string;
  contentHash: Hex;
}

/**
 * Returns the text that the lab's controller signs before tokenizing, as built by the contract that will check the
 * signature.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE`
 */
export async function readTerms(chain: ChainClient, terms: Terms): Promise<string> {
  const { termsPermissioner } = chain.contracts;
  const { labId, agreementKey: s3Key, contentHash } = terms;
  const text =
    termsPermissioner &&
    (await readContract(chain, {
      address: termsPermissioner,
      abi: oclTermsPermissionerAbi,
      functionName: 'specificTermsV1',
      // The terms do not contain the original owner.
      args: [{ labId, originalOwner: zeroAddress, s3Key, contentHash }],
    }));
  if (text) return text;
  throw new ServiceError('UPSTREAM_UNAVAILABLE', 'The terms contract returns no terms on this chain.', {
    reason: 'CHAIN_UNAVAILABLE',
  });
}
