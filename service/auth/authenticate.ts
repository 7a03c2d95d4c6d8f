import type { ServiceContext } from '../context.ts';
import { type ServiceError, toServiceError } from '../errors.ts';
import { authenticateConsumer, type Consumer } from './consumer-credential.ts';
import { type ServiceTokenBearer, verifyServiceToken } from './service-token.ts';

/** Who is asking: a program, and possibly a wallet that it proved to act for. */
export interface Caller {
  consumer: Consumer;
  wallet: WalletProof;
}

/** A token that does not hold is not an error yet: public reads do not care. The first use case that asks does. */
export type WalletProof =
  | { kind: 'none' }
  | { kind: 'refused'; error: ServiceError }
  | ({ kind: 'service-token' } & ServiceTokenBearer);

/** The headers that identify a caller. */
export interface Credentials {
  authorization: string | undefined;
  serviceToken: string | undefined;
}

/** Translates credentials into a caller; null means HTTP 401. */
export async function authenticate(
  context: ServiceContext,
  credentials: Credentials,
): Promise<Caller | null> {
  const consumer = await authenticateConsumer(
    context.db,
    context.config.environment,
    credentials.authorization,
  );
  if (!consumer) return null;
  return { consumer, wallet: await proveWallet(context, credentials.serviceToken) };
}

async function proveWallet(context: ServiceContext, token: string | undefined): Promise<WalletProof> {
  if (!token) return { kind: 'none' };
  const { db, secrets, config } = context;
  try {
    return {
      kind: 'service-token',
      ...(await verifyServiceToken(db, secrets.serviceTokenKey, config.environment, token)),
    };
  } catch (error) {
    return { kind: 'refused', error: toServiceError(error) };
  }
}
