import { domainOf, type SignedBy } from './signed-message.ts';

/** What a credential that a wallet issues itself allows. */
export interface CredentialTerms {
  /** A name for its list, 1 to 100 characters. */
  label: string;
  /** `null`: every mutation. Otherwise only these; an empty list is read-only. */
  mutations: readonly string[] | null;
  /** `null`: mutations in every lab. Otherwise only in these, `0x` and 64 lowercase hex digits each. */
  labs: readonly string[] | null;
  /** Requests per minute; `null`: the limit of the wallet. */
  perMinute: number | null;
  /** ISO 8601 in UTC with milliseconds, at most a year after `issuedAt`. */
  expiresAt: string;
}

/** Days for which a credential may be valid. */
export const credentialMaxDays = 366;

const types = {
  Credential: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'label', type: 'string' },
    { name: 'mutations', type: 'string' },
    { name: 'labs', type: 'string' },
    { name: 'perMinute', type: 'string' },
    { name: 'expiresAt', type: 'string' },
    { name: 'issuedAt', type: 'string' },
  ],
} as const;

/** The message (EIP-712) by which a wallet issues itself a consumer credential. Limits are signed as words: `all`, `none` or a list. */
export function credentialMessage({ chainId, ...signed }: SignedBy, terms: CredentialTerms) {
  const { label, mutations, labs, perMinute, expiresAt } = terms;
  return {
    domain: domainOf(chainId),
    types,
    primaryType: 'Credential',
    message: {
      ...signed,
      label,
      mutations: listed(mutations),
      labs: listed(labs),
      perMinute: perMinute === null ? 'as the wallet' : String(perMinute),
      expiresAt,
    },
  } as const;
}

function listed(names: readonly string[] | null): string {
  if (names === null) return 'all';
  return names.length === 0 ? 'none' : names.join(', ');
}
