import { type ReasonOf, ServiceError } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import { noteCaller } from '#platform/telemetry/request-facts.ts';
import type { AuthPorts } from './auth-ports.ts';
import type { Caller, Consumer, WalletProof } from './caller.ts';
import {
  authenticateConsumer,
  findConsumer,
  isCredential,
  type KnownConsumer,
  rejectCredential,
} from './consumer-credential.ts';
import type { TokenRow } from './credential-reads.ts';
import { bearerOf, readServiceToken, type SignedToken } from './service-token.ts';
import type { VerifiedUser } from './verified-user.ts';

type Ports = Pick<AuthPorts, 'config' | 'secrets' | 'db' | 'verifyUserToken'>;

export interface Credentials {
  /** The consumer credential, or `Bearer` and a user token. */
  authorization: string | undefined;
  serviceToken: string | undefined;
  /** `x-api-key`: the consumer credential sent with a user token, or alone. */
  apiKey: string | undefined;
  /** `x-wallet-address`: the user's wallet to act for. */
  walletAddress: string | undefined;
}

/**
 * Returns the caller that credentials identify, or the error (`UNAUTHENTICATED`, with a reason) for HTTP 401.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when only a user token identifies the consumer and it cannot be verified
 */
export async function authenticate(context: Ports, credentials: Credentials): Promise<Caller | ServiceError> {
  const caller = await identify(context, credentials);
  if (!(caller instanceof ServiceError))
    noteCaller(caller.consumer.id, 'wallet' in caller.wallet ? caller.wallet.wallet : null);
  return caller;
}

async function identify(context: Ports, credentials: Credentials): Promise<Caller | ServiceError> {
  const { db, config, verifyUserToken } = context;
  const signed = await signedToken(context, credentials);
  const token = /^Bearer +(\S+)$/i.exec(credentials.authorization ?? '')?.[1];
  // A consumer credential sent as Bearer is rejected here too, whatever else is sent: it is not a JWT.
  if (token !== undefined && verifyUserToken && !isCredential(token))
    return authenticateUser(context, await resultOf(verifyUserToken(token)), signed, credentials);
  // A credential in x-api-key alone is a deprecated form (docs/specification/deprecated.md).
  const header =
    credentials.authorization === undefined && credentials.apiKey ? 'x-api-key' : 'Authorization';
  const sent = header === 'x-api-key' ? credentials.apiKey : credentials.authorization;
  const known = await authenticateConsumer(db, sent, idOf(signed));
  if (!known) return rejectCredential(sent, config.environment, header);
  return { consumer: known.consumer, wallet: proveByServiceToken(signed, known.token) ?? { kind: 'none' } };
}

/** If both tokens are sent, only the service token counts, even if it is invalid: rights are never merged. */
async function authenticateUser(
  context: Ports,
  user: VerifiedUser | ServiceError,
  signed: SignedToken | ServiceError | undefined,
  credentials: Credentials,
): Promise<Caller | ServiceError> {
  const known = await consumerOf(context, user, credentials.apiKey, idOf(signed));
  if (known instanceof ServiceError) return known;
  const { consumer, token } = known;
  const wallet = proveByServiceToken(signed, token) ?? proveByUser(user, consumer, credentials.walletAddress);
  return { consumer, wallet };
}

/**
 * Returns the consumer named by its credential, or else the one that the user token's audience is registered to; and
 * the service token.
 */
async function consumerOf(
  { db, config }: Ports,
  user: VerifiedUser | ServiceError,
  apiKey: string | undefined,
  tokenId: string | null,
): Promise<KnownConsumer | ServiceError> {
  if (apiKey !== undefined) {
    const known = await authenticateConsumer(db, apiKey, tokenId);
    return known ?? rejectCredential(apiKey, config.environment, 'x-api-key');
  }
  if (user instanceof ServiceError) {
    if (user.retryable) throw user;
    return user;
  }
  const [consumerId, another] = user.consumerIds;
  // A token that names two consumers does not tell for which of them it was issued.
  if (consumerId === undefined || another !== undefined) {
    const count = another === undefined ? 'no consumer' : 'more than one consumer';
    const message = `The audience of the user token is registered to ${count}. Send the consumer credential in x-api-key.`;
    return new ServiceError('UNAUTHENTICATED', message, { reason: 'CONSUMER_UNKNOWN' });
  }
  return (
    (await findConsumer(db, consumerId, tokenId)) ??
    new ServiceError(
      'UNAUTHENTICATED',
      'The credential of the consumer of this user token was revoked. Ask the operator for a new one.',
      {
        reason: 'INVALID_CREDENTIAL',
      },
    )
  );
}

function proveByUser(
  user: VerifiedUser | ServiceError,
  consumer: Consumer,
  walletAddress: string | undefined,
): WalletProof {
  if (user instanceof ServiceError) return { kind: 'refused', of: 'user-token', error: user };
  // A token that a user gave to one program must not work for another.
  if (user.consumerIds.size > 0 && !user.consumerIds.has(consumer.id))
    return refused('INVALID_TOKEN', 'The user token was issued for another consumer.');
  const wallet = walletAddress?.toLowerCase();
  if (wallet === undefined)
    return refused(
      'NO_AUTH',
      'The user token needs the header x-wallet-address with one of the wallets it lists.',
    );
  if (!user.wallets.has(wallet))
    return refused(
      'WALLET_NOT_IN_TOKEN',
      'The user token does not list the wallet in x-wallet-address. Send one that it lists.',
    );
  return { kind: 'user-token', wallet, expiresAt: user.expiresAt };
}

/** Reads the service token without the database; undefined if none was sent. */
async function signedToken(
  { secrets, config }: Ports,
  { serviceToken }: Credentials,
): Promise<SignedToken | ServiceError | undefined> {
  if (!serviceToken) return undefined;
  return resultOf(readServiceToken(secrets.serviceTokenKeys, config.environment, serviceToken));
}

function idOf(signed: SignedToken | ServiceError | undefined): string | null {
  return signed === undefined || signed instanceof ServiceError ? null : signed.tokenId;
}

function proveByServiceToken(
  signed: SignedToken | ServiceError | undefined,
  row: TokenRow | null,
): WalletProof | undefined {
  if (signed === undefined) return undefined;
  if (signed instanceof ServiceError) return { kind: 'refused', of: 'service-token', error: signed };
  try {
    return { kind: 'service-token', ...bearerOf(signed, row) };
  } catch (error) {
    return { kind: 'refused', of: 'service-token', error: toServiceError(error) };
  }
}

/** Result of verifying a user token. An error is returned as a value, because only some operations need the wallet. */
function resultOf<T>(verified: Promise<T>): Promise<T | ServiceError> {
  return verified.catch(toServiceError);
}

function refused(reason: ReasonOf<'UNAUTHENTICATED'>, message: string): WalletProof {
  return {
    kind: 'refused',
    of: 'user-token',
    error: new ServiceError('UNAUTHENTICATED', message, { reason }),
  };
}
