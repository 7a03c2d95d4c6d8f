import { badCall } from '../payment/call-errors.ts';

/**
 * The header `Payment-Journey`: the secret, a space, and the number of the call.
 * @throws CallRejectedError 400
 */
export function readJourneyHeader(header: string): { secret: string; number: number } {
  const [, secret, number] = header.match(/^(0x[0-9a-f]{64}) (\d{1,4})$/) ?? [];
  if (!secret)
    throw badCall(
      'Payment-Journey is not the secret of a journey and the number of a call, with a space between.',
    );
  return { secret, number: Number(number) };
}
