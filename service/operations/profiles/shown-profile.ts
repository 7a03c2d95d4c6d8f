import type { ProfileRow } from '#core/context/request-loaders.ts';

/**
 * A profile as a caller gets it: of one that the operator hid only the name on the chain, unless it is the caller's own.
 * @param viewer the wallet that the caller proved, lowercase
 */
export function shownProfile(profile: ProfileRow, viewer: string | null): ProfileRow | null {
  if (!profile.hidden || profile.wallet === viewer) return profile;
  if (profile.resolvedName === null) return null;
  const texts = { name: null, nameKey: null, orcid: null, affiliation: null, website: null };
  return {
    ...profile,
    ...texts,
    picture: null,
    pictureSha256: null,
    signature: null,
    issuedAt: null,
    hidden: null,
  };
}
