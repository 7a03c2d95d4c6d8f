import type { Reason } from '#platform/errors/errors.ts';
import { profileOf } from './profile-fields.ts';
import type { KeyReleaseResolvers } from './resolvers.generated.ts';

export const keyReleaseFields: KeyReleaseResolvers = {
  profile: profileOf(({ wallet }) => wallet),
  did: (release) => release.fileDid,
  outcome: (release) => (release.outcome === 'released' ? 'RELEASED' : 'REFUSED'),
  reason: (release) =>
    release.outcome === 'released' ? null : ('ACCESS_CONDITIONS_NOT_MET' satisfies Reason),
};
