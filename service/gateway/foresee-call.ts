import { consumerWithoutCredential } from '../auth/consumer-credential.ts';
import { networkOf } from '../auth/rate-limits/network-of.ts';
import type { ServiceContext } from '../context.ts';
import type { Executor } from '../graphql/execute.ts';
import { foresee } from '../operations/foresee/foresee.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Foresight } from '../schema.generated.ts';
import { badArguments, badCall } from './call-errors.ts';
import { type GatewayRequest, parsePaidCall } from './parse-paid-call.ts';
import { payersScope } from './payers-scope.ts';

const payers = consumerWithoutCredential(payersScope.consumer, []);

/**
 * Tells whether a paid call would run for its `payerAddress`: the same body as the call, without a payment
 * (docs/specification/gateway.md#foresee).
 * @param address that the request comes from; contract calls count against its network
 * @throws CallRejectedError 400, as the call itself, and without a `payerAddress`; ServiceError `UPSTREAM_UNAVAILABLE` and
 *   `RATE_LIMITED`
 */
export async function foreseeCall(
  context: ServiceContext,
  execute: Executor,
  request: Pick<GatewayRequest, 'mutation' | 'text'>,
  { requestId, address }: { requestId: string; address: string },
): Promise<Foresight> {
  const {
    mutation,
    request: document,
    payerAddress,
  } = await parsePaidCall({ ...context, execute }, request, requestId);
  if (payerAddress === undefined)
    throw badCall('payerAddress must be the wallet that would pay for the call.', 'PAYER_UNKNOWN');
  const read = execute.readArguments(document);
  if ('refused' in read) throw new Error('A parsed call has no arguments');
  const visitor = networkOf(address);
  const asking = { ...context, caller: { consumer: payers, wallet: { kind: 'none' } as const }, visitor };
  try {
    return await foresee(asking, { operation: mutation, wallet: payerAddress, readArgs: () => read.args });
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'VALIDATION_FAILED' ? badArguments(error) : error;
  }
}
