import { payerUnknown, type SellerAnswer } from '@labroom/payments';
import { networkOf } from '@labroom/protocol/network-of';
import type { ServiceContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { consumerWithoutCredential } from '../auth/consumer-credential.ts';
import { badArguments } from './bad-arguments.ts';
import type { Gateway } from './gateway.ts';
import { type GatewayRequest, parsePaidCall } from './parse-paid-call.ts';
import { payersScope } from './payers-scope.ts';
import { quoteHeaders } from './quote.ts';

const payers = consumerWithoutCredential(payersScope.consumer, []);

/**
 * Tells whether a paid call would run for its `payerAddress`: the same body as the call, without a payment
 * (docs/specification/gateway.md#foresee). The header `payment-required` has the price with its signed offer, so nobody need ask
 * for it separately.
 * @param address that the request comes from; contract calls count against its network
 * @throws CallRejectedError 400, as the call itself, and without a `payerAddress`; ServiceError `UPSTREAM_UNAVAILABLE` and
 *   `RATE_LIMITED`
 */
export async function foreseeCall(
  context: ServiceContext,
  gateway: Gateway,
  request: Pick<GatewayRequest, 'mutation' | 'text'>,
  { requestId, address }: { requestId: string; address: string },
): Promise<SellerAnswer> {
  const { name, args, payerAddress } = await parsePaidCall(gateway.operations, request, requestId);
  if (payerAddress === undefined) throw payerUnknown();
  try {
    const body = await gateway.operations.foresee(askingAt(context, address), {
      operation: name,
      wallet: payerAddress,
      readArgs: () => args,
    });
    return { status: 200, headers: await quoteHeaders(gateway, name), body };
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'VALIDATION_FAILED' ? badArguments(error) : error;
  }
}

/** A caller from an address: contract calls count against its network. */
export function askingAt(context: ServiceContext, address: string) {
  const caller = { consumer: payers, wallet: { kind: 'none' } as const };
  return { ...context, caller, visitor: networkOf(address) };
}
