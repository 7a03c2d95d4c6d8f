import { profileOf } from './profile-fields.ts';
import type { AccessDecisionResolvers, AccessRequestResolvers } from './resolvers.generated.ts';

const isDecided = { GRANTED: true, DECLINED: true, OPEN: false, WITHDRAWN: false, EXPIRED: false };

export const accessRequestFields: Pick<AccessRequestResolvers, 'lab' | 'profile' | 'path' | 'decision'> = {
  lab: ({ oclId }, _, { loaders }) => loaders.registeredLabs.load(oclId),
  profile: profileOf(({ wallet }) => wallet),
  path: async ({ ref }, _, { loaders }) => (ref ? ((await loaders.files.load(ref))?.path ?? null) : null),
  decision: (request) => (isDecided[request.state] ? request : null),
};

export const accessDecisionFields: AccessDecisionResolvers = {
  by: ({ decidedBy }) => decidedBy ?? '',
  profile: profileOf(({ decidedBy }) => decidedBy),
  at: ({ decidedAt }) => decidedAt as Date,
  issuedAt: ({ declineIssuedAt }) => declineIssuedAt,
  signature: ({ declineSignature }) => declineSignature,
  transactionHash: ({ txHash }) => txHash,
  role: ({ grantedRole }) => grantedRole,
  expiry: ({ grantedExpiry }) => (grantedExpiry === '0' ? null : grantedExpiry),
};
