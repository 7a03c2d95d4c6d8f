import { sha256Hex } from '#packages/client/crypto/aes-gcm.ts';
import { GenerateAgreementDocument } from '#packages/client/documents.generated.ts';
import type { ApiCall } from '#packages/client/execute.ts';
import type { AgreementReference } from '../wallet/transactions/tokenize-lab.ts';

export interface AgreementInput {
  oclId: string;
  symbol: string;
  title: string | null;
}

/** The stored document cannot be read or does not match its hash. */
export class AgreementError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AgreementError';
  }
}

/**
 * Creates the membership agreement, or finds the existing one, and hashes the stored document. Errors: `LabroomError`;
 * `AgreementError`.
 */
export async function makeAgreement(api: ApiCall, input: AgreementInput): Promise<AgreementReference> {
  const agreementData = JSON.stringify({
    oclId: input.oclId,
    symbol: input.symbol,
    ...(input.title === null ? {} : { title: input.title }),
  });
  const { generateOclMembershipAgreement: made } = await api(GenerateAgreementDocument, { agreementData });
  const { agreementKey: key, agreementContentHash: contentHash, agreementUrl } = made;
  if (!key || !contentHash || !agreementUrl) throw new AgreementError('The service returned no agreement.');
  const stored = await hashOfDocument(agreementUrl);
  if (stored !== contentHash) {
    throw new AgreementError(
      `The SHA-256 of the stored agreement (${stored}) differs from the one the service returned.`,
    );
  }
  return { key, contentHash: stored };
}

/** SHA-256 of the document at a URL. Errors: `AgreementError`. */
async function hashOfDocument(url: string): Promise<`0x${string}`> {
  try {
    const response = await fetch(url, { cache: 'no-store', redirect: 'error' });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return `0x${await sha256Hex(await response.arrayBuffer())}`;
  } catch (cause) {
    throw new AgreementError('The stored agreement is unavailable. Try again in a moment.', { cause });
  }
}
