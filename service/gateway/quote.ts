import { paymentRequiredHeader } from '@labroom/payments';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import type { Gateway } from './gateway.ts';

/** The header that has the price of a mutation, with its signed offer. */
export async function quoteHeaders(
  { seller, offers }: Pick<Gateway, 'seller' | 'offers'>,
  mutation: PaidMutation,
): Promise<{ 'payment-required': string }> {
  return { 'payment-required': paymentRequiredHeader(await seller.receipts.withSignature(offers[mutation])) };
}
