/** The wallet stayed on another network, so nothing was sent. */
export class OtherNetworkError extends Error {
  /** Whether the user declined to switch. */
  readonly declined: boolean;
  readonly advice: string;

  constructor(
    names: { wallet: string; needed: string },
    reason: 'declined' | 'failed',
    options?: { cause: unknown },
  ) {
    super(
      reason === 'declined'
        ? `Your wallet is still on ${names.wallet}.`
        : `Your wallet could not switch from ${names.wallet} to ${names.needed}.`,
      options,
    );
    this.name = 'OtherNetworkError';
    this.declined = reason === 'declined';
    this.advice =
      reason === 'declined'
        ? `Nothing was sent. The transaction needs ${names.needed}. Try again to switch.`
        : `Nothing was sent. Choose ${names.needed} in your wallet, or add it there, and try again.`;
  }
}
