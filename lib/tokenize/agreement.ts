import { sha256Hex } from '@labroom/client/crypto/aes-gcm';
import { GenerateAgreementDocument } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import type { AgreementReference } from '../wallet/transactions/tokenize-lab.ts';

export interface AgreementInput {
  oclId: string;
  symbol: string;
  title: string | null;
}

/** An agreement and what it says. */
export interface ReadableAgreement extends AgreementReference {
  /** The agreement itself, in Markdown, from the bytes that have the hash. */
  text: string;
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
export async function makeAgreement(api: ApiCall, input: AgreementInput): Promise<ReadableAgreement> {
  const agreementData = JSON.stringify({
    oclId: input.oclId,
    symbol: input.symbol,
    ...(input.title === null ? {} : { title: input.title }),
  });
  const { generateOclMembershipAgreement: made } = await api(GenerateAgreementDocument, { agreementData });
  const { agreementKey: key, agreementContentHash: contentHash, agreementUrl } = made;
  if (!key || !contentHash || !agreementUrl) throw new AgreementError('The service returned no agreement.');
  const bytes = await readDocument(agreementUrl);
  const stored = `0x${await sha256Hex(bytes)}` as const;
  if (stored !== contentHash) {
    throw new AgreementError(
      `The SHA-256 of the stored agreement (${stored}) differs from the one the service returned.`,
    );
  }
  return { key, contentHash: stored, text: textOf(bytes) };
}

/** Errors: `AgreementError`. */
function textOf(bytes: ArrayBuffer): string {
  try {
    const { text }: { text: unknown } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof text === 'string') return text;
  } catch {
    // Reported below.
  }
  throw new AgreementError('The stored document is not a membership agreement. Do not sign it.');
}

/** Errors: `AgreementError`. */
async function readDocument(url: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, { cache: 'no-store', redirect: 'error' });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw new AgreementError('The stored agreement is unavailable. Try again in a moment.', { cause });
  }
}
