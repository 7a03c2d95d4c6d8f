/**
 * Where the payment channels of x402 (`batch-settlement`) stand on every chain. Payers sign these addresses, and the
 * library of x402 has them built in.
 */
export const paymentChannels = {
  contract: '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003',
  /** Takes deposits by EIP-3009. */
  collector: '0x4020806089470a89826cB9fB1f4059150b550004',
} as const;
