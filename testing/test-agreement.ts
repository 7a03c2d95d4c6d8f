import type { Hex } from 'viem';
import { type Api, ask, resultOf } from './test-client.ts';

const GENERATE = `mutation($agreementData: AWSJSON!) {
  generateOclMembershipAgreement(agreementData: $agreementData) { agreementKey agreementUrl agreementContentHash
    agreementType generatedAt isSuccess error { code message requestId retryable details } } }`;

export const TERMS = `query($agreementKey: String!, $contentHash: String!, $labId: String!, $chainId: Int!) {
  getOclTermsMessage(agreementKey: $agreementKey, contentHash: $contentHash, labId: $labId, chainId: $chainId) {
    message digest isSuccess error { code message requestId retryable details } } }`;

/** Generates an agreement from an object, or from text as it is. */
export const generateAgreement = (service: Api, data: unknown) =>
  resultOf(service, GENERATE, { agreementData: typeof data === 'string' ? data : JSON.stringify(data) });

interface Terms {
  agreementKey: string;
  agreementContentHash: string;
}

/** What `getOclTermsMessage` is asked for an agreement of a lab. */
export const termsVariables = (
  { agreementKey, agreementContentHash: contentHash }: Terms,
  labId: bigint,
  chainId = 31337,
) => ({ agreementKey, contentHash, labId: String(labId), chainId });

export async function termsMessage(
  service: Api,
  ...about: Parameters<typeof termsVariables>
): Promise<{ message: string; digest: Hex; isSuccess: boolean; error: unknown }> {
  return (await ask(service, TERMS, termsVariables(...about))).getOclTermsMessage;
}
