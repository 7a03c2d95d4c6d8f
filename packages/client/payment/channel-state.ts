import { paymentChannels } from '@labroom/contracts/payment-channels';
import { paymentChannelsAbi } from '@labroom/contracts/payment-channels-abi';
import { type Hex, type PublicClient, parseAbi } from 'viem';
import type { PaymentBudget } from './payment-budget.ts';
import type { PaymentReceipt } from './payment-receipt.ts';

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
  const receipts = await budget.receipts();
  for (const receipt of receipts) {
    const { channel, state } = receipt;
    if (channel?.kind !== 'deposit' || channel.id !== id || state !== 'sent') continue;
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
  return { charged: signedTotal(receipts, id) ?? (balance > 0n ? null : 0n), balance };
}

/** What the vouchers of a channel are signed for in all; `null` without one. Vouchers that were not charged do not count. */
export function signedTotal(receipts: readonly PaymentReceipt[], id: Hex): bigint | null {
  let most: bigint | null = null;
  for (const { channel, state } of receipts) {
    if (channel?.kind !== 'voucher' || channel.id !== id || state === 'not-charged') continue;
    const total = BigInt(channel.total);
    if (most === null || total > most) most = total;
  }
  return most;
}
