import { MOST_CALLS } from '@labroom/protocol/journey';
import { isAddress } from 'viem';
import { z } from 'zod';
import { badCall, payerUnknown } from '../payment/call-errors.ts';
import { hashOf, readBody } from '../payment/read-body.ts';
import type { SoldCall } from '../sale/paid-call.ts';
import type { JourneyPorts, PlannedCall } from './journey-ports.ts';

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

/** A journey that can be paid for. */
export interface Journey extends SoldCall {
  payerAddress: string;
  calls: readonly PlannedCall[];
}

/**
 * Parses a journey and rejects, before a price is quoted, everything that its body alone shows to be invalid
 * (docs/specification/gateway.md#journeys). A call whose required arguments are not all known is checked further when it is used.
 * @throws CallRejectedError 400
 */
export async function parseJourney({ plan }: Pick<JourneyPorts, 'plan'>, text: string): Promise<Journey> {
  const form = `Send {calls, payerAddress} with 1 to ${MOST_CALLS} calls, each {mutation, variables}.`;
  const { calls, payerAddress } = readBody(text, bodySchema, form);
  if (!payerAddress || !isAddress(payerAddress, { strict: false })) throw payerUnknown();
  const planned = await Promise.all(
    calls.map(({ mutation, variables }, index) =>
      plan({ mutation, variables: variables ?? {} }, payerAddress, index + 1),
    ),
  );
  return {
    name: 'journey',
    calls: planned,
    subject: onlySubject(planned),
    payerAddress,
    requestHash: hashOf({ calls, payerAddress }),
    requirePayer(payer) {
      if (payer.toLowerCase() === payerAddress.toLowerCase()) return;
      throw badCall('payerAddress is another wallet than the one that pays.');
    },
  };
}

/** The subject of all calls that have one. */
function onlySubject(calls: readonly PlannedCall[]): string | null {
  const [only = null, another] = new Set(calls.flatMap(({ subject }) => subject ?? []));
  return another === undefined ? only : null;
}
