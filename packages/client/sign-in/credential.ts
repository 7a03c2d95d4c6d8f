import { type CredentialTerms, credentialMessage } from '@labroom/protocol/credential';
import { LabroomError } from '../api/api-failure.ts';

export interface CredentialSigner {
  address: `0x${string}`;
  signTypedData(message: ReturnType<typeof credentialMessage>): Promise<string>;
}

export interface CredentialRequest extends Partial<Omit<CredentialTerms, 'label' | 'expiresAt'>> {
  /** URL of the API, e.g. `http://127.0.0.1:4000/graphql`. */
  graphqlUrl: string;
  /** A viem account, or what signs as one. */
  signer: CredentialSigner;
  /** A name for the wallet's list of credentials. */
  label: string;
  /** Default: 90. */
  validDays?: number;
}

export interface IssuedCredential {
  credential: string;
  consumerId: string;
  expiresAt: string;
}

/**
 * Issues a consumer credential to a wallet for its signature; no operator takes part. Keep it: only this answer has it. By default
 * it allows every mutation in every lab, as far as the wallet itself may. Errors: `LabroomError`.
 */
export async function issueCredential({
  graphqlUrl,
  signer,
  label,
  validDays = 90,
  mutations = null,
  labs = null,
  perMinute = null,
}: CredentialRequest): Promise<IssuedCredential> {
  const url = new URL('/credentials', graphqlUrl);
  const { site, chainId } = await answerOf<{ site: string; chainId: number }>(fetch(url));
  const now = Date.now();
  const signed = { chainId, site, wallet: signer.address, issuedAt: new Date(now).toISOString() };
  const expiresAt = new Date(now + validDays * 86_400_000).toISOString();
  const terms = { label, mutations, labs, perMinute, expiresAt };
  const signature = await signer.signTypedData(credentialMessage(signed, terms));
  const input = { ...terms, wallet: signer.address, issuedAt: signed.issuedAt };
  return answerOf(
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input, signature }),
    }),
  );
}

/** The answer of a request beside GraphQL. Errors: `LabroomError`. */
export async function answerOf<Answer>(response: Promise<Response>): Promise<Answer> {
  const unreachable = (cause: unknown) => {
    const message = 'The service could not be reached. Check your connection and try again.';
    throw new LabroomError({ code: 'NETWORK_ERROR', message }, { cause });
  };
  const answered = await response.catch(unreachable);
  // An answer that breaks off is none.
  const body = await answered.json().catch(answered.ok ? unreachable : () => ({}));
  if (answered.ok) return body;
  const {
    errorType: code = 'INTERNAL_ERROR',
    message = `The service answered ${answered.status}.`,
    errorInfo,
  } = body.errors?.[0] ?? {};
  throw new LabroomError({ code, message, details: JSON.stringify(errorInfo?.details ?? {}) });
}
