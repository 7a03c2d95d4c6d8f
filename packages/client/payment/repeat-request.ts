/** Requests until a call is answered that runs, or waits for another. */
export const MAX_TRIES = 30;
/** Answers that are missing or that leave open what became of the payment, after which the payer is told. */
export const MOST_LOST = 3;

/** As long as the gateway asks for, up to ten seconds. */
export function waitMs(response: Response | null, losses: number): number {
  const asked = response?.headers.get('retry-after');
  return asked ? 1_000 * Math.min(Math.max(Number(asked) || 0, 0), 10) : 100 * 3 ** losses;
}
