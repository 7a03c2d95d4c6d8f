import type { Network } from '@labroom/contracts/networks';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { formatUnits, isAddressEqual } from 'viem';

export interface PaymentQuote {
  requirements: PaymentRequirements;
  /** The complete challenge, as the signing client needs it. */
  challenge: PaymentRequired;
  /** The same price from a payment channel, as the gateway asks for it; `null` where channels do not pay. Not compared yet. */
  channel: PaymentRequirements | null;
  /** For display, e.g. `0.01 USDC`. */
  price: string;
}

/** The payer's chain and its stablecoin. */
export type PaymentNetwork = Pick<Network, 'chainId' | 'contracts' | 'stablecoin'>;

/** The scheme in which a signature transfers exactly the quoted amount. */
const scheme = 'exact';
const channelScheme = 'batch-settlement';

/**
 * Reads the challenge of a 402: the offer in the stablecoin of the payer's chain. Returns `null` if there is none.
 * Other offers are ignored, because a compromised gateway could ask for anything.
 */
export function readQuote(
  header: string | null,
  { chainId, contracts, stablecoin }: PaymentNetwork,
): PaymentQuote | null {
  if (header === null) return null;
  try {
    const challenge = decodePaymentRequiredHeader(header);
    const requirements = challenge.accepts.find(
      (offer) =>
        offer.scheme === scheme &&
        offer.network === `eip155:${chainId}` &&
        isAddressEqual(offer.asset as `0x${string}`, contracts.usdc),
    );
    const channel = challenge.accepts.find((offer) => offer.scheme === channelScheme) ?? null;
    if (!requirements || !/^\d{1,30}$/.test(requirements.amount)) return null;
    const price = `${formatUnits(BigInt(requirements.amount), stablecoin.decimals)} USDC`;
    return { requirements, channel, challenge: { ...challenge, accepts: [requirements] }, price };
  } catch {
    return null;
  }
}
