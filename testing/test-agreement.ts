import type { Hex } from 'viem';
import type { Endpoint } from './actors.ts';
import { ask } from './test-client.ts';

const GENERATE = `mutation($agreementData: AWSJSON!) {
  generateOclMembershipAgreement(agreementData: $agreementData) { agreementKey agreementUrl agreementContentHash
    agreementType generatedAt isSuccess error { message code retryable details } } }`;

export const TERMS = `query($agreementKey: String!, $contentHash: String!, $labId: String!, $chainId: Int!) {
  getOclTermsMessage(agreementKey: $agreementKey, contentHash: $contentHash, labId: $labId, chainId: $chainId) {
    message digest isSuccess error { code } } }`;

/** Generates an agreement from an object, or from text as it is. */
export async function generateAgreement(service: Endpoint, data: Record<string, unknown> | string) {
  const agreementData = typeof data === 'string' ? data : JSON.stringify(data);
  return (await ask(service, GENERATE, { agreementData })).generateOclMembershipAgreement;
}

interface Terms {
  agreementKey: string;
  agreementContentHash: string;
}

/** The text that a lab's controller signs to tokenize with this agreement. */
export async function termsMessage(
  service: Endpoint,
  { agreementKey, agreementContentHash }: Terms,
  labId: bigint,
): Promise<{ message: string; digest: Hex; isSuccess: boolean; error: unknown }> {
  const variables = { agreementKey, contentHash: agreementContentHash, labId: String(labId), chainId: 31337 };
  return (await ask(service, TERMS, variables)).getOclTermsMessage;
}
