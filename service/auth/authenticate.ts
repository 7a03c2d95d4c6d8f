import type { ServiceContext } from '../context.ts';
import { ServiceError, toServiceError } from '../errors.ts';
import { authenticateConsumer, type Consumer, findConsumer, isCredential } from './consumer-credential.ts';
import { type ServiceTokenBearer, verifyServiceToken } from './service-token.ts';
import type { VerifiedUser } from './user-token.ts';

/** Who is asking: a program, and possibly a wallet that it proved to act for. */
export interface Caller {
  consumer: Consumer;
  wallet: WalletProof;
}

/** A token that does not hold is not an error yet: public reads do not care. The first use case that asks does. */
export type WalletProof =
  | { kind: 'none' }
  | { kind: 'refused'; error: ServiceError }
  | ({ kind: 'service-token' } & ServiceTokenBearer)
  /** One of the wallets that a user token of the identity provider lists; lowercase. */
  | { kind: 'user-token'; wallet: string };

/** The headers that identify a caller. */
export interface Credentials {
  /** The consumer credential, or `Bearer` and a user token. */
  authorization: string | undefined;
  serviceToken: string | undefined;
  /** `x-api-key`: the consumer credential beside a user token. */
  apiKey: string | undefined;
  /** `x-wallet-address`: which of the user's wallets is meant. */
  walletAddress: string | undefined;
}

/**
 * Translates credentials into a caller; null means HTTP 401.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when only a user token could say who the consumer is, and it cannot be checked
 */
export async function authenticate(
  context: ServiceContext,
  credentials: Credentials,
): Promise<Caller | null> {
  const { db, config, verifyUserToken } = context;
  const token = /^Bearer +(\S+)$/i.exec(credentials.authorization ?? '')?.[1];
  // A credential as Bearer fails here too, whatever stands beside it: it is no JWT, and not for that place.
  if (token !== undefined && verifyUserToken && !isCredential(token))
    return authenticateUser(context, await resultOf(verifyUserToken, token), credentials);
  const consumer = await authenticateConsumer(db, config.environment, credentials.authorization);
  if (!consumer) return null;
  return { consumer, wallet: (await proveByServiceToken(context, credentials)) ?? { kind: 'none' } };
}

/** With both tokens the service token decides alone, even if it does not hold: rights are never merged. */
async function authenticateUser(
  context: ServiceContext,
  user: VerifiedUser | ServiceError,
  credentials: Credentials,
): Promise<Caller | null> {
  const consumer = await consumerOf(context, user, credentials.apiKey);
  if (!consumer) return null;
  const wallet = await proveByServiceToken(context, credentials);
  return { consumer, wallet: wallet ?? proveByUser(user, consumer, credentials.walletAddress) };
}

/** The consumer that named itself, or else the one that the token's audience is registered to. */
async function consumerOf(
  { db, config }: ServiceContext,
  user: VerifiedUser | ServiceError,
  apiKey: string | undefined,
): Promise<Consumer | null> {
  if (apiKey !== undefined) return authenticateConsumer(db, config.environment, apiKey);
  if (user instanceof ServiceError) {
    if (user.retryable) throw user;
    return null;
  }
  const [consumerId, another] = user.consumerIds;
  // Nobody can tell for which of two consumers a token was made that names both.
  return consumerId === undefined || another !== undefined ? null : findConsumer(db, consumerId);
}

function proveByUser(
  user: VerifiedUser | ServiceError,
  consumer: Consumer,
  walletAddress: string | undefined,
): WalletProof {
  if (user instanceof ServiceError) return { kind: 'refused', error: user };
  // A token that a user gave to one program says nothing in the hands of another.
  if (user.consumerIds.size > 0 && !user.consumerIds.has(consumer.id))
    return refused('INVALID_TOKEN', 'The user token was made for another consumer.');
  const wallet = walletAddress?.toLowerCase();
  if (wallet === undefined)
    return refused('NO_WALLET_ADDRESS', 'Say by x-wallet-address which of its wallets the user acts for.');
  if (!user.wallets.has(wallet))
    return refused('WALLET_NOT_IN_TOKEN', 'The user token does not list the wallet of x-wallet-address.');
  return { kind: 'user-token', wallet };
}

async function proveByServiceToken(
  context: ServiceContext,
  { serviceToken }: Credentials,
): Promise<WalletProof | undefined> {
  if (!serviceToken) return undefined;
  const { db, secrets, config } = context;
  const bearer = await resultOf(
    (token) => verifyServiceToken(db, secrets.serviceTokenKey, config.environment, token),
    serviceToken,
  );
  return bearer instanceof ServiceError
    ? { kind: 'refused', error: bearer }
    : { kind: 'service-token', ...bearer };
}

/** What a verification came to: its refusal is kept, for whoever will ask. */
function resultOf<T>(verify: (token: string) => Promise<T>, token: string): Promise<T | ServiceError> {
  return verify(token).catch(toServiceError);
}

function refused(reason: string, message: string): WalletProof {
  return { kind: 'refused', error: new ServiceError('UNAUTHENTICATED', message, { reason }) };
}
