import { type BoughtCall, type CallScope, handlePaidCall, type SellerAnswer } from '@labroom/payments';
import type { Gateway } from './gateway.ts';
import { type GatewayRequest, parsePaidCall } from './parse-paid-call.ts';
import type { ReportedScope } from './request-scope.ts';
import { scopedToken } from './scoped-token.ts';

/**
 * Sells a mutation: parses the call, then quotes, verifies, claims, runs and settles it in the order of `handlePaidCall`.
 * @throws CallRejectedError if no payment would make the call run, or not now
 */
export async function sellCall(
  gateway: Gateway,
  request: GatewayRequest,
  scope: ReportedScope,
): Promise<SellerAnswer> {
  const { seller, offers, operations, forward } = gateway;
  const call = await parsePaidCall(operations, request, scope.requestId);
  const purchase = {
    call,
    offer: offers[call.name],
    run: (bought: BoughtCall) => forward(call.request, scopedToken(bought), scope),
  };
  return handlePaidCall(seller, request, purchase, callScope(gateway, scope));
}

/** The scope of a request, in which a call of a payer counts against the limit of the wallet. */
export const callScope = ({ limits }: Pick<Gateway, 'limits'>, scope: ReportedScope): CallScope => ({
  requestId: scope.requestId,
  log: scope.log,
  countPayer: async (payer) => scope.report(await limits.ofWallet(payer)),
});
