import type { PaidCallStore } from '@labroom/payments';
import type { ServiceContext } from '#core/context/context.ts';
import { isTimely } from '#core/rights/signed-message.ts';
import { sealAnswer } from './paid-answer-seal.ts';
import {
  type Claim,
  claimCall,
  databaseTime,
  endCall,
  findAnswer,
  giveUp,
  isIdentifierTaken,
  markServed,
  usesOf,
} from './paid-call-store.ts';
import { recordSettlement } from './record-settlement.ts';
import { tokenRow } from './scoped-token.ts';
import { readUnpaidWait } from './unpaid-calls.ts';

/** The calls and payments of the gateway, in the database. */
export function openPaidCallStore({ db, config }: Pick<ServiceContext, 'db' | 'config'>): PaidCallStore {
  const withToken = (claim: Claim) => ({ ...claim, token: tokenRow(config) });
  return {
    isIdentifierTaken: (call) => isIdentifierTaken(db, call),
    usesOf: (key) => usesOf(db, key),
    unpaidWaitOf: (key) => readUnpaidWait(db, key),
    claim: (claim, funds) => claimCall(db, withToken(claim), funds),
    now: () => databaseTime(db),
    isTimely: (issuedAt) => isTimely(db, issuedAt),
    markServed: (id, answer, secret) => markServed(db, id, answer, secret && sealAnswer(secret, id, answer)),
    endCall: (id, from, ending) => endCall(db, id, from, ending),
    recordSettlement: (call, settlement) => recordSettlement(db, call, settlement),
    giveUp: (id) => giveUp(db, id),
    findAnswer: (key, requestHash, secret) => findAnswer(db, key, requestHash, secret),
  };
}
