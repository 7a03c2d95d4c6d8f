import type { OperationContract } from '../graphql/contract.ts';
import type { Access } from '../schema.generated.ts';

/** Everybody below `nobody` holds a service token, except `user`. */
export const principals = [
  'nobody',
  'stranger',
  'viewer',
  'contributor',
  'owner',
  /** An owner of the Safe that holds the LabNFT. */
  'safeOwner',
  /** A contributor whose grant has ended, or was taken back. */
  'expiredGrant',
  'revokedGrant',
  'ownerOfAnotherLab',
  /** The owner of the lab, with a token that has ended or was taken back. */
  'expiredToken',
  'revokedToken',
  /** The owner of the lab, with a token for this mutation alone, or for another one. */
  'scopedToThis',
  'scopedToAnother',
  /** The owner of the lab, by a user token of the identity provider. */
  'user',
] as const;
export type Principal = (typeof principals)[number];

/** `ok`, or the code and the reason of the refusal. */
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

/** What the tokens come to in every row but a few: they stand for the owner, or for nobody any more. */
const tokens = {
  expiredToken: ended,
  revokedToken: revoked,
  scopedToThis: ok,
  scopedToAnother: notAllowed,
  user: ok,
} as const;

const ownersOnly: Row = {
  nobody: noAuth,
  stranger: noRole,
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
  stranger: ok,
  viewer: ok,
  contributor: ok,
  owner: ok,
  safeOwner: ok,
  expiredGrant: ok,
  revokedGrant: ok,
  ownerOfAnotherLab: ok,
  ...tokens,
};

/** Of a file whose conditions ask for the role of a viewer. */
const readers: Row = {
  ...everyWallet,
  stranger: notMet,
  expiredGrant: notMet,
  revokedGrant: notMet,
  ownerOfAnotherLab: notMet,
};

/** For a token of the lab's owner: it does not exist for other wallets, and no scoped token manages tokens. */
const itsWallet: Row = {
  nobody: noAuth,
  stranger: notTheirs,
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

/** Without a signature: service tokens do not beget service tokens. */
const usersOnly: Row = {
  nobody: noAuth,
  stranger: noAuth,
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

/** The consumer credential is enough; a token that is scoped to something else still says no. */
const everybody: Row = { ...everyWallet, nobody: ok, expiredToken: ok, revokedToken: ok };

const rows: Record<Access, Row> = {
  CONSUMER: everybody,
  WALLET: everyWallet,
  CONTRIBUTOR: writers,
  OWNER: ownersOnly,
  CONDITIONS: readers,
  TOKEN_OWNER: itsWallet,
  // The signature says who may, so the caller may be anybody.
  SIGNATURE: { ...everybody, scopedToThis: notAllowed },
  SIGN_IN: usersOnly,
};

const exceptions: Record<string, Partial<Row>> = {
  // The token is one that the owner's key signed for, which a user token gets no more out of.
  extendServiceToken: { user: 'UNAUTHENTICATED FRESH_PROOF_REQUIRED' },
  // No scoped token touches tokens.
  serviceTokens: { scopedToThis: notAllowed },
};

/** The expected outcome of an operation for every principal, by who may call it (`@auth` in the schema). */
export function expectedRow({ name, kind, access }: OperationContract): Row {
  const isPublicQuery = kind === 'query' && access === 'CONSUMER';
  return { ...rows[access], ...(isPublicQuery && { scopedToAnother: ok }), ...exceptions[name] };
}
