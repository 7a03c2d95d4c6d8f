import type { Reason } from '../platform/errors.ts';
import type { KeyReleaseResolvers } from './resolvers.generated.ts';

export const keyReleaseFields: KeyReleaseResolvers = {
  did: (release) => release.fileDid,
  outcome: (release) => (release.outcome === 'released' ? 'RELEASED' : 'REFUSED'),
  reason: (release) =>
    release.outcome === 'released' ? null : ('ACCESS_CONDITIONS_NOT_MET' satisfies Reason),
};
