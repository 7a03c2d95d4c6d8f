import { MOST_CALLS } from '@labroom/protocol/journey';
import { isAddress } from 'viem';
import { z } from 'zod';
import { namedLab } from '#core/labs/named-lab.ts';
import type { SomeArguments } from '#core/ports/operations.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { isPaidMutation, type PaidMutation } from '../../platform/config/paid-mutations.ts';
import { checkArguments } from '../check-arguments.ts';
import { payerUnknown } from '../foresee-call.ts';
import type { Gateway } from '../gateway.ts';
import { badArguments, badCall } from '../offers/call-errors.ts';
import { hashOf, readBody, type Sold } from '../parse-paid-call.ts';

const bodySchema = z.strictObject({
  calls: z
    .array(
      z.strictObject({
        mutation: z.string(),
        variables: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .min(1)
    .max(MOST_CALLS),
  payerAddress: z.string().nullish(),
});

/** A call of a journey, as far as it is known. */
export interface PlannedCall extends SomeArguments {
  mutation: PaidMutation;
}

/** A journey that can be paid for. */
export interface Journey extends Sold {
  mutation: 'journey';
  payerAddress: string;
  calls: readonly PlannedCall[];
}

/**
 * Parses a journey and rejects, before a price is quoted, everything that its body alone shows to be invalid
 * (docs/specification/gateway.md#journeys). A call whose required arguments are not all known is checked further when it is used.
 * @throws CallRejectedError 400
 */
export async function parseJourney(gateway: Gateway, text: string): Promise<Journey> {
  const form = `Send {calls, payerAddress} with 1 to ${MOST_CALLS} calls, each {mutation, variables}.`;
  const { calls, payerAddress } = readBody(text, bodySchema, form);
  if (!payerAddress || !isAddress(payerAddress, { strict: false })) throw payerUnknown();
  const planned = await Promise.all(
    calls.map((call, index) => planCall(gateway, call, { payerAddress, number: index + 1 })),
  );
  return {
    mutation: 'journey',
    calls: planned,
    oclId: onlyLab(planned),
    payerAddress,
    requestHash: hashOf({ calls, payerAddress }),
    requirePayer(payer) {
      if (payer.toLowerCase() === payerAddress.toLowerCase()) return;
      throw badCall('payerAddress is another wallet than the one that pays.');
    },
  };
}

/** The lab that all calls name which name one. */
function onlyLab(calls: readonly PlannedCall[]): string | null {
  const [lab = null, another] = new Set(calls.flatMap(({ given }) => namedLab(given) ?? []));
  return another === undefined ? lab : null;
}

async function planCall(
  gateway: Gateway,
  { mutation, variables }: z.output<typeof bodySchema>['calls'][number],
  { payerAddress, number }: { payerAddress: string; number: number },
): Promise<PlannedCall> {
  if (!isPaidMutation(mutation))
    throw badCall(`Call ${number}: the gateway does not sell ${JSON.stringify(mutation)}.`);
  const call = { mutation, ...readSome(gateway, mutation, variables ?? {}) };
  if (call.complete) (await checkArguments(gateway.operations, mutation, call.complete))(payerAddress);
  return call;
}

function readSome({ operations }: Gateway, mutation: PaidMutation, variables: Record<string, unknown>) {
  try {
    return operations.readSome(mutation, variables);
  } catch (error) {
    throw error instanceof ServiceError ? badArguments(error) : error;
  }
}
