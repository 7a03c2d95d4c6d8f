import { domainOf, type SignedBy } from './signed-message.ts';

/** What people say about themselves. Everyone can read it, and nobody has checked it. */
export interface ProfileTexts {
  name: string;
  /** Sixteen digits in groups of four, the last may be `X`. */
  orcid: string | null;
  affiliation: string | null;
  /** An https URL. */
  website: string | null;
  /** SHA-256 of the bytes of the picture, lowercase hex. */
  pictureSha256: string | null;
}

/** Most characters of each text. */
export const profileLimits = { name: 64, affiliation: 120, website: 200 } as const;

const types = {
  Profile: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'name', type: 'string' },
    { name: 'orcid', type: 'string' },
    { name: 'affiliation', type: 'string' },
    { name: 'website', type: 'string' },
    { name: 'pictureSha256', type: 'string' },
    { name: 'issuedAt', type: 'string' },
  ],
  ProfileDeletion: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'issuedAt', type: 'string' },
  ],
} as const;

/** The message (EIP-712) by which a wallet writes its profile. Texts that are `null` are signed as empty. */
export function profileMessage({ chainId, ...signed }: SignedBy, texts: ProfileTexts) {
  const { name, orcid, affiliation, website, pictureSha256 } = texts;
  return {
    domain: domainOf(chainId),
    types: { Profile: types.Profile },
    primaryType: 'Profile',
    message: {
      ...signed,
      name,
      orcid: orcid ?? '',
      affiliation: affiliation ?? '',
      website: website ?? '',
      pictureSha256: pictureSha256 ?? '',
    },
  } as const;
}

/** The message (EIP-712) by which a wallet deletes its profile. */
export function profileDeletionMessage({ chainId, ...message }: SignedBy) {
  return {
    domain: domainOf(chainId),
    types: { ProfileDeletion: types.ProfileDeletion },
    primaryType: 'ProfileDeletion',
    message,
  } as const;
}
