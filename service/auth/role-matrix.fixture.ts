import type { Access } from '#contract/schema.generated.ts';
import type { OperationContract } from '../graphql/contract.ts';

/** All but `nobody` and `user` hold a service token. */
export const principals = [
  'nobody',
  'outsider',
  'viewer',
  'contributor',
  'owner',
  'safeOwner',
  /** A contributor whose grant has expired or was revoked. */
  'expiredGrant',
  'revokedGrant',
  'ownerOfAnotherLab',
  /** The owner of the lab, with an expired or revoked token. */
  'expiredToken',
  'revokedToken',
  /** The owner of the lab, with a token limited to this mutation or to another one. */
  'scopedToThis',
  'scopedToAnother',
  /** The owner of the lab, with a user token of the identity provider. */
  'user',
] as const;
export type Principal = (typeof principals)[number];

/** `ok`, or the code and the reason of the error. */
export type Outcome = 'ok' | `${string} ${string}`;

const ok = 'ok';
const noAuth = 'UNAUTHENTICATED NO_AUTH';
const ended = 'UNAUTHENTICATED TOKEN_EXPIRED';
const revoked = 'UNAUTHENTICATED TOKEN_REVOKED';
const noRole = 'UNAUTHORIZED UNAUTHORIZED';
const notMet = 'UNAUTHORIZED ACCESS_CONDITIONS_NOT_MET';
const notAllowed = 'UNAUTHORIZED MUTATION_NOT_ALLOWED';
const notTheirs = 'NOT_FOUND TOKEN_NOT_FOUND';

type Row = Record<Principal, Outcome>;

/** The outcome for tokens in most rows: an ended token is rejected, a scoped one acts for the owner. */
const tokens = {
  expiredToken: ended,
  revokedToken: revoked,
  scopedToThis: ok,
  scopedToAnother: notAllowed,
  user: ok,
} as const;

const ownersOnly: Row = {
  nobody: noAuth,
  outsider: noRole,
  viewer: noRole,
  contributor: noRole,
  owner: ok,
  safeOwner: ok,
  expiredGrant: noRole,
  revokedGrant: noRole,
  ownerOfAnotherLab: noRole,
  ...tokens,
};

const writers: Row = { ...ownersOnly, contributor: ok };

const everyWallet: Row = {
  nobody: noAuth,
  outsider: ok,
  viewer: ok,
  contributor: ok,
  owner: ok,
  safeOwner: ok,
  expiredGrant: ok,
  revokedGrant: ok,
  ownerOfAnotherLab: ok,
  ...tokens,
};

/** For a file whose conditions require the viewer role. */
const readers: Row = {
  ...everyWallet,
  outsider: notMet,
  expiredGrant: notMet,
  revokedGrant: notMet,
  ownerOfAnotherLab: notMet,
};

/** For a token of the lab's owner. Other wallets cannot see it, and no scoped token manages tokens. */
const itsWallet: Row = {
  nobody: noAuth,
  outsider: notTheirs,
  viewer: notTheirs,
  contributor: notTheirs,
  owner: ok,
  safeOwner: notTheirs,
  expiredGrant: notTheirs,
  revokedGrant: notTheirs,
  ownerOfAnotherLab: notTheirs,
  ...tokens,
  scopedToThis: notAllowed,
};

/** Without a signature. A service token cannot issue another one. */
const usersOnly: Row = {
  nobody: noAuth,
  outsider: noAuth,
  viewer: noAuth,
  contributor: noAuth,
  owner: noAuth,
  safeOwner: noAuth,
  expiredGrant: noAuth,
  revokedGrant: noAuth,
  ownerOfAnotherLab: noAuth,
  expiredToken: noAuth,
  revokedToken: noAuth,
  scopedToThis: notAllowed,
  scopedToAnother: notAllowed,
  user: ok,
};

/** The consumer credential suffices. A token scoped to another mutation is still rejected. */
const anyCaller: Row = { ...everyWallet, nobody: ok, expiredToken: ok, revokedToken: ok };

const rows: Record<Access, Row> = {
  CONSUMER: anyCaller,
  WALLET: everyWallet,
  CONTRIBUTOR: writers,
  MEMBER: { ...writers, viewer: ok },
  OWNER: ownersOnly,
  CONDITIONS: readers,
  TOKEN_OWNER: itsWallet,
  // The signature authorizes, so any caller may send it.
  SIGNATURE: { ...anyCaller, scopedToThis: notAllowed },
  SIGN_IN: usersOnly,
};

const exceptions: Record<string, Partial<Row>> = {
  // The owner's key signed for this token, so a user token cannot extend it.
  extendServiceToken: { user: 'UNAUTHENTICATED FRESH_PROOF_REQUIRED' },
  // No scoped token manages tokens.
  serviceTokens: { scopedToThis: notAllowed },
};

/** The expected outcome of an operation for every principal, by who may call it (`@auth` in the schema). */
export function expectedRow({ name, kind, access }: OperationContract): Row {
  const isPublicQuery = kind === 'query' && access === 'CONSUMER';
  return { ...rows[access], ...(isPublicQuery && { scopedToAnother: ok }), ...exceptions[name] };
}
