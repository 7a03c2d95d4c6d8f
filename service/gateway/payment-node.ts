import type { SendingNode } from '@labroom/payments/facilitators';
import { classifyCallError } from '#chain/call-failure.ts';
import type { ChainNode } from '#chain/chain-client.ts';
import { verifyHash } from '#chain/signatures.ts';
import { simulate } from '#chain/simulate.ts';
import { payersScope } from './payers-scope.ts';

/** A node as facilitators use it. Calls into contracts of payers count against all payers together. */
export const paymentNode = (chain: ChainNode): SendingNode => ({
  node: chain.node,
  history: chain.history,
  isSigned: (signed) => verifyHash(chain, signed, payersScope),
  simulate: ({ to, data, payer }) =>
    simulate(chain, { to, data, scope: payer && { ...payersScope, contract: payer } }),
  isUnanswered: (error) => classifyCallError(error).kind === 'UNAVAILABLE',
});
