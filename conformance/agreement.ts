import type { Answer, Service } from './service.ts';

const GENERATE = `mutation($agreementData: AWSJSON!) { generateOclMembershipAgreement(agreementData: $agreementData) {
  agreementKey agreementUrl agreementContentHash agreementType generatedAt isSuccess
  error { code message requestId retryable details } } }`;

export const TERMS = `query($agreementKey: String!, $contentHash: String!, $labId: String!, $chainId: Int!) {
  getOclTermsMessage(agreementKey: $agreementKey, contentHash: $contentHash, labId: $labId, chainId: $chainId) {
    message digest isSuccess error { code } } }`;

/** Generates an agreement from an object, or from text as it is. */
export async function generateAgreement(service: Service, data: unknown): Promise<Answer['body']> {
  const agreementData = typeof data === 'string' ? data : JSON.stringify(data);
  return (await service.ask(GENERATE, { agreementData })).generateOclMembershipAgreement;
}

interface Agreed {
  agreementKey: string;
  agreementContentHash: string;
}

/** What `getOclTermsMessage` is asked for an agreement of a lab. */
export function termsVariables(
  service: Service,
  { agreementKey, agreementContentHash }: Agreed,
  labId: bigint,
) {
  return { agreementKey, contentHash: agreementContentHash, labId: String(labId), chainId: service.chainId };
}

/** The text that a lab's controller signs, and its digest. */
export async function readTerms(service: Service, agreed: Agreed, labId: bigint): Promise<Answer['body']> {
  return (await service.ask(TERMS, termsVariables(service, agreed, labId))).getOclTermsMessage;
}
