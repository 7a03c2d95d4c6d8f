import { paymentChannels } from '@labroom/contracts/payment-channels';
import { paymentChannelsAbi } from '@labroom/contracts/payment-channels-abi';
import { type Hex, isAddressEqual } from 'viem';
import type { LabChain } from '../chain/lab-chain.ts';
import { signedTotal } from './channel-state.ts';
import type { PaymentBudget } from './payment-budget.ts';
import type { ChannelConfig, PaymentReceipt } from './payment-receipt.ts';

/** What is left in a channel of the payer. */
export interface ChannelRest {
  id: Hex;
  /** In the token's smallest unit. Of `paid out`: what came back. */
  amount: bigint;
  /** `announced`: call again at `availableAt`, the earliest. From the announcement on, the channel pays no calls. */
  state: 'announced' | 'paid out';
  availableAt: Date | null;
}

const contract = { address: paymentChannels.contract, abi: paymentChannelsAbi } as const;

/**
 * Takes out what is left in the channels of the receipts, in two steps that a delay of the channel separates: announces it where that is
 * not done, and pays it out where the delay is over. What vouchers are signed for stays for the service. Each step is a transaction,
 * and a second call does nothing twice. The budget counts a deposit also after that.
 * @param chain of the account that paid, with ether for gas (`openLabChain`)
 */
export async function withdrawFromChannels(
  chain: LabChain,
  budget: Pick<PaymentBudget, 'receipts'>,
): Promise<ChannelRest[]> {
  const receipts = await budget.receipts();
  const rests: ChannelRest[] = [];
  for (const [id, config] of channelsIn(receipts)) {
    if (!isAddressEqual(config.payer, chain.account.address)) continue;
    const rest = await withdraw(chain, { id, config, signed: signedTotal(receipts, id) ?? 0n });
    if (rest) rests.push(rest);
  }
  return rests;
}

const channelsIn = (receipts: readonly PaymentReceipt[]): Map<Hex, ChannelConfig> =>
  new Map(
    receipts.flatMap(({ channel }) => (channel?.kind === 'deposit' ? [[channel.id, channel.config]] : [])),
  );

interface OwnChannel {
  id: Hex;
  config: ChannelConfig;
  signed: bigint;
}

async function withdraw(chain: LabChain, { id, config, signed }: OwnChannel): Promise<ChannelRest | null> {
  const { reader } = chain;
  const args = [id] as const;
  const [[balance, claimed], [announced, since]] = await Promise.all([
    reader.readContract({ ...contract, functionName: 'channels', args }),
    reader.readContract({ ...contract, functionName: 'pendingWithdrawals', args }),
  ]);
  if (since === 0) {
    const used = signed > claimed ? signed : claimed;
    const amount = balance - used;
    if (amount <= 0n) return null;
    const { blockNumber } = await chain.write({
      ...contract,
      functionName: 'initiateWithdraw',
      args: [config, amount],
    });
    const { timestamp } = await reader.getBlock({ blockNumber });
    return { id, amount, state: 'announced', availableAt: dateOf(timestamp + BigInt(config.withdrawDelay)) };
  }
  const availableAt = dateOf(BigInt(since) + BigInt(config.withdrawDelay));
  const { timestamp } = await reader.getBlock();
  if (dateOf(timestamp) < availableAt) return { id, amount: announced, state: 'announced', availableAt };
  await chain.write({ ...contract, functionName: 'finalizeWithdraw', args: [config] });
  const [left] = await reader.readContract({ ...contract, functionName: 'channels', args });
  return { id, amount: balance - left, state: 'paid out', availableAt: null };
}

const dateOf = (seconds: bigint) => new Date(Number(seconds) * 1_000);
