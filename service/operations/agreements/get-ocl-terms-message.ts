import { decodeOclId } from '@labroom/contracts/ocl-id';
import { hashMessage } from 'viem';
import { z } from 'zod';
import { readTerms } from '#chain/terms-permissioner.ts';
import type { OclTermsMessage, QueryGetOclTermsMessageArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput } from '#platform/input/input.ts';
import { findAgreement } from './agreement-store.ts';

const argsSchema = z.object({
  contentHash: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/i, 'is not a SHA-256 hash (0x and 64 hex digits)')
    .transform((hash) => hash.toLowerCase()),
  labId: z
    .string()
    .regex(/^(0|[1-9]\d{0,24})$/, 'is not the decimal token id of a LabNFT')
    .transform(BigInt),
});

/** The exact text that a lab's controller signs to tokenize, read from the contract that will check it. Public. */
export async function getOclTermsMessage(
  context: RequestContext,
  args: QueryGetOclTermsMessageArgs,
): Promise<Omit<OclTermsMessage, 'error'>> {
  const { contentHash, labId } = parseInput(argsSchema, args, 'INVALID_INPUT');
  const { chainId } = context.chain;
  if (args.chainId !== chainId) {
    throw new ServiceError('INVALID_INPUT', `chainId must be ${chainId}, not ${args.chainId}.`, {
      reason: 'CHAIN_ID_MISMATCH',
      details: { argument: 'chainId' },
    });
  }
  const agreement = await findAgreement(context.db, args.agreementKey);
  if (!agreement) {
    throw new ServiceError(
      'NOT_FOUND',
      'No agreement has this key. Generate it with generateOclMembershipAgreement.',
      {
        reason: 'AGREEMENT_NOT_FOUND',
      },
    );
  }
  if (agreement.contentHash !== contentHash) {
    throw new ServiceError('INVALID_INPUT', 'contentHash does not match the stored agreement.', {
      reason: 'CONTENT_HASH_MISMATCH',
      details: { argument: 'contentHash' },
    });
  }
  const { tokenId } = decodeOclId(agreement.oclId);
  if (tokenId !== labId) {
    throw new ServiceError('INVALID_INPUT', `The agreement belongs to lab ${tokenId}, not ${labId}.`, {
      reason: 'LAB_ID_MISMATCH',
      details: { argument: 'labId' },
    });
  }
  const { key: agreementKey, contentHash: hash } = agreement;
  const message = await readTerms(context.chain, { labId, agreementKey, contentHash: hash });
  return { message, digest: hashMessage(message), isSuccess: true };
}
