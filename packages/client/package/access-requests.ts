/** `@labroom/client/access-requests`: verifies requests for access and decisions without the service. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export {
  type AccessRequestRecord,
  type VerificationSources,
  type VerifiedAccessRequest,
  verifyAccessRequest,
} from '../access/verify-access-request.ts';
