import type { Visitor } from './sign-in.ts';

/** Something that fails from `begin` to `end`. */
interface Fault {
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

/** What only those can do who run the service themselves, as `npm test` does. */
export interface OperatorFixture {
  /** The node behind the service does not answer. */
  chain: Fault;
  /** Nothing can be stored. */
  storage: Fault;
  /** As if ten minutes had passed since this wallet asked for its sign-in message. */
  expireSignIn(wallet: string): Promise<void>;
  /** As if five minutes had passed since a contract confirmed the signer of this token. */
  ageConfirmation(tokenId: string): Promise<void>;
  /** As if an hour had passed since uploads to this lab were begun. */
  expireUploads(oclId: string): Promise<void>;
  /** A JWT of the visitor's own token that has ended. */
  expiredToken(visitor: Visitor): Promise<string>;
  /** A token of the visitor's wallet for these mutations alone. */
  scopedToken(visitor: Visitor, allowedMutations: string[]): Promise<string>;
}
