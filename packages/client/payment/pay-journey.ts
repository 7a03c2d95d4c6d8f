import { canonicalJson } from '@labroom/protocol/canonical-json';
import { REPLACEMENT_OFFSET } from '@labroom/protocol/journey';
import { stringifyDocument, type TypedDocumentNode } from '@urql/core';
import { LabroomError } from '../api/api-failure.ts';
import type { ApiCall } from '../api/execute.ts';
import { knownArguments, readMutation } from '../api/read-mutation.ts';
import type { Foresight } from './foresee-call.ts';
import { readData, refusalOf } from './paid-answer.ts';
import { PaidCallError } from './paid-call-failure.ts';
import { askPrice, type Payer, payFor, wouldFail } from './pay-and-call.ts';
import type { PaymentReceipt } from './payment-receipt.ts';
import { MAX_TRIES, MOST_LOST, waitMs } from './repeat-request.ts';
import { sendFreeRequest, sendRequest } from './send-request.ts';

/** A call of a journey, as far as it is known. */
export interface PlannedCall {
  document: TypedDocumentNode<unknown, never>;
  /** Those that are known. The call must have them. */
  variables?: Record<string, unknown>;
  /** Pays even if the gateway foresees a failure, as where the call depends on an earlier one. */
  anyway?: boolean;
}

/** Calls that are paid for. */
export interface PaidJourney {
  receipt: PaymentReceipt;
  /** ISO 8601. Calls that are not used by then are not refunded. */
  expiresAt: string;
  /**
   * Runs a call of the journey: the next one of this mutation that is not used and states nothing else. A call that was not
   * charged for elsewhere is not used up. Errors: `PaidCallError`; `NO_CALL_LEFT` where the journey has no such call.
   */
  call: ApiCall;
}

interface Quoted {
  calls: { foreseen: Foresight | null }[];
}

interface Bought {
  /** The secret that opens the calls. */
  journey: string;
  expiresAt: string;
}

interface BoughtCall {
  number: number;
  mutation: string;
  stated: Record<string, unknown>;
  isOpen: boolean;
}

/**
 * Buys up to 16 calls for one payment that names them (docs/specification/gateway.md#journeys). Before anything is signed, the
 * gateway says of each whether it would run, as far as can be known. The budget counts the sum once. Errors: `PaidCallError`.
 */
export async function payJourney(
  payer: Payer,
  planned: readonly PlannedCall[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<PaidJourney> {
  const origin = `${payer.gatewayUrl.replace(/\/$/, '')}/x402`;
  const boughtCalls = planned.map(({ document, variables = {} }, index): BoughtCall => {
    const { mutation, args } = knownArguments(document, variables);
    return { number: index + 1, mutation, stated: args, isOpen: true };
  });
  const calls = boughtCalls.map(({ mutation, stated }) => ({ mutation, variables: stated }));
  const body = JSON.stringify({ calls, payerAddress: payer.wallet.address });
  const url = `${origin}/journeys`;
  const send = (headers: Record<string, string>) => sendRequest(url, body, { headers, signal });

  const asked = await sendFreeRequest(() => send({}), signal);
  const quote = await askPrice(payer, 'journeys', async () => asked);
  const quoted: Quoted = await asked.json();
  const failing = quoted.calls.find(
    ({ foreseen }, index) => foreseen?.runs === false && !planned[index]?.anyway,
  );
  if (failing?.foreseen) throw wouldFail(failing.foreseen, quote);
  const { data, receipt } = await payFor(
    payer,
    { quote, body, url, mutation: 'journey', send, signal },
    (response): Promise<Bought> => response.json(),
  );
  return {
    receipt,
    expiresAt: data.expiresAt,
    async call(document, variables, signal) {
      const { mutation, args } = readMutation(document, variables);
      const bought = boughtCalls.find((one) => one.isOpen && one.mutation === mutation && agrees(one, args));
      if (!bought)
        throw new LabroomError({
          code: 'NO_CALL_LEFT',
          message: `The journey has no ${mutation} left for this.`,
        });
      bought.isOpen = false;
      const text = JSON.stringify({ query: stringifyDocument(document), variables });
      return sendUntilAnswered(bought, () =>
        sendRequest(`${origin}/labs/${mutation}`, text, {
          headers: { 'payment-journey': `${data.journey} ${bought.number}` },
          signal,
        }),
      );
    },
  };
}

const agrees = ({ stated }: BoughtCall, args: Record<string, unknown>) =>
  Object.entries(stated).every(([name, value]) => canonicalJson(args[name]) === canonicalJson(value));

/** Sends a call until it is answered. The same number runs once, however often it is sent. */
async function sendUntilAnswered<Data>(bought: BoughtCall, send: () => Promise<Response>): Promise<Data> {
  let cause: unknown;
  const orNull = (error: unknown) => {
    cause = error;
    return null;
  };
  let response = await send().catch(orNull);
  for (let tries = 1, losses = 0; tries < MAX_TRIES; tries += 1) {
    if (response === null) losses += 1;
    const isWaiting = response?.status === 402 && response.headers.has('retry-after');
    if (response ? !isWaiting : losses > MOST_LOST) break;
    await new Promise((resolve) => setTimeout(resolve, waitMs(response, losses)));
    response = await send().catch(orNull);
  }
  bought.isOpen = response?.status !== 200;
  if (!response) {
    const message = 'No response. The call may have run: repeat it to get its answer.';
    throw new PaidCallError({ code: 'NETWORK_ERROR', message }, { cause });
  }
  if (response.status === 402) throw refused(bought, refusalOf(response.headers));
  return readData<Data>(response);
}

function refused(bought: BoughtCall, reason: string | null): PaidCallError {
  const isBurned = reason === 'journey_call_burned';
  if (isBurned) bought.number += REPLACEMENT_OFFSET;
  const message = isBurned
    ? 'The call may have run, and has no answer. The journey has another call in its place, for which nothing more is paid.'
    : `The gateway refused the call (${reason}).`;
  return new PaidCallError({
    code: isBurned ? 'PAYMENT_UNKNOWN' : 'PAYMENT_REFUSED',
    message,
    details: JSON.stringify({ reason }),
  });
}
