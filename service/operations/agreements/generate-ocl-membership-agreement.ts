import type { MutationGenerateOclMembershipAgreementArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { parseAgreementData } from './agreement-data.ts';
import { createAgreementDocument } from './agreement-document.ts';
import { agreementObjectKey, storeAgreement } from './agreement-store.ts';

/**
 * Generates the document that a lab's token refers to. Every consumer may: an agreement has no effect until `tokenize`
 * or `attachToken` checks the lab and its controller on the chain.
 */
export async function generateOclMembershipAgreement(
  context: RequestContext,
  { agreementData }: MutationGenerateOclMembershipAgreementArgs,
) {
  const data = parseAgreementData(agreementData);
  const document = createAgreementDocument(data, context.chain);
  const stored = await storeAgreement(context, data, document);
  return {
    agreementKey: stored.key,
    agreementUrl: context.storage.publicUrl(agreementObjectKey(stored.key)),
    agreementContentHash: stored.contentHash,
    agreementType: 'OCL_MEMBERSHIP',
    generatedAt: stored.generatedAt,
    isSuccess: true,
  };
}
