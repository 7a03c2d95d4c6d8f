import type { CallScope } from '../chain/untrusted-calls.ts';
import type { ServiceError } from '../platform/errors.ts';
import type { Consumer } from './consumer-credential.ts';
import type { ServiceTokenBearer } from './service-token.ts';

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
  /** One of the wallets that a user token of the identity provider lists; lowercase. `expiresAt` is the token's. */
  | { kind: 'user-token'; wallet: string; expiresAt: Date };

/** On whose account a request calls untrusted contracts. */
export function callScopeOf({ caller, visitor }: { caller: Caller; visitor: string | undefined }): CallScope {
  const wallet = 'wallet' in caller.wallet ? caller.wallet.wallet : undefined;
  return { consumer: caller.consumer.id, visitor, wallet };
}
