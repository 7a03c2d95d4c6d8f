/** Sentences for people and agents, beside the code of a refused payment: what to do. */
const hints: Readonly<Record<string, string>> = {
  x402_version_not_supported:
    'This is x402 version 2. Take the price from the header payment-required, and pay with a client of version 2, such as @x402/fetch or @x402/axios.',
  payer_has_unsettled_call:
    'As many calls of this wallet are open as may be (32). Nothing was charged. Send the same payment again after the seconds in Retry-After.',
  payer_balance_reserved:
    'The balance of the wallet, less the prices of its open calls, is below the price. Nothing ran and nothing was charged. Send the same payment again when open calls have ended, or add funds.',
  payer_has_unpaid_calls:
    'Earlier calls of this wallet ran and could not be paid. Nothing was charged. Send the same payment again after the seconds in Retry-After.',
};

const running =
  'The call of this payment still runs or is being settled. Send the same request with the same payment again after the seconds in Retry-After. It is charged once.';
const notKept =
  'This payment bought its call. The answer was given again for ten minutes, to the same request with the same payment. Sign a new payment for another call.';
const secret =
  'This payment bought its call. The answer can hold a secret, so the payment alone does not get it again. Within ten minutes, send the same request with the same payment, its Payment-Salt or its id (payment-identifier), and Payment-Proof signed by the payer (gateway.md, Lost answers). A payment with neither salt nor id gets no answer again: pay the next one with an id.';

/** What to do after a refusal; `undefined` where the code says it all. */
export const hintOf = (reason: string): string | undefined =>
  Object.hasOwn(hints, reason) ? hints[reason] : undefined;

/** How the payer of a call that was bought gets on. */
export function hintOfUsed({ isOpen, isRepeatable }: { isOpen: boolean; isRepeatable: boolean }): string {
  if (isOpen) return running;
  return isRepeatable ? notKept : secret;
}
