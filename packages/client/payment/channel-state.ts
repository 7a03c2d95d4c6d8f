import { type Hex, type PublicClient, parseAbi } from 'viem';
import { paymentChannelsAbi } from '#contracts/payment-channels.generated.ts';
import { paymentChannels } from '#contracts/payment-channels.ts';
import type { PaymentBudget } from './payment-budget.ts';

export type ChannelChain = Pick<PublicClient, 'readContract'>;

export interface ChannelState {
  /** What the vouchers so far are signed for; `null` if the channel holds money and no receipt tells. */
  charged: bigint | null;
  /** What was put into the channel and not taken out. What was claimed is part of it. */
  balance: bigint;
}

const authorizations = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
]);
/** Longer than a deposit can be valid, also by a clock that is behind. */
const expiredMs = 20 * 60_000;

/** What the chain and the receipts say of a channel. Deposits whose outcome was unknown are looked up on the chain and kept. */
export async function readChannelState(
  chain: ChannelChain,
  budget: PaymentBudget,
  { id, payer, asset }: { id: Hex; payer: Hex; asset: Hex },
): Promise<ChannelState> {
  const [balance] = await chain.readContract({
    address: paymentChannels.contract,
    abi: paymentChannelsAbi,
    functionName: 'channels',
    args: [id],
  });
  const receipts = (await budget.receipts()).filter(
    ({ channel, state }) => channel?.id === id && state !== 'not-charged',
  );
  for (const receipt of receipts) {
    if (receipt.channel?.kind !== 'deposit' || receipt.state !== 'sent') continue;
    const isTaken = await chain.readContract({
      address: asset,
      abi: authorizations,
      functionName: 'authorizationState',
      args: [payer, receipt.nonce as Hex],
    });
    const isExpired = Date.parse(receipt.at) + expiredMs < Date.now();
    if (isTaken) await budget.keep({ ...receipt, state: 'paid' });
    else if (isExpired) await budget.keep({ ...receipt, state: 'not-charged', reason: 'expired' });
  }
  const totals = receipts.flatMap(({ channel }) =>
    channel?.kind === 'voucher' ? [BigInt(channel.total)] : [],
  );
  const most = totals.reduce((one, other) => (one > other ? one : other), 0n);
  return { charged: totals.length === 0 && balance > 0n ? null : most, balance };
}
