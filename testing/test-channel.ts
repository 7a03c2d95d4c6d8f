import type { PaymentRequirements } from '@x402/core/types';
import { paymentChannelsAbi } from '#contracts/payment-channels.generated.ts';
import { paymentChannels } from '#contracts/payment-channels.ts';
import type { ChannelConfig } from '#service/platform/config/channel-config.ts';
import { type ChannelVouchers, channelVouchers } from './channel-vouchers.ts';
import { callGateway, DATA_KEY } from './test-gateway.ts';
import { chainOf, chainReader, type TestWallet } from './test-wallets.ts';

export const dataKeyCall = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } } as const;

/** What a gateway asks for a data key that a channel pays. */
export async function channelPrice(service: { url: string }): Promise<PaymentRequirements> {
  const { required } = await callGateway(service, dataKeyCall);
  const requirements = required?.accepts.find(({ scheme }) => scheme === 'batch-settlement');
  if (!requirements) throw new Error('The gateway takes no payments from channels');
  return requirements;
}

export interface TestChannel extends ChannelVouchers {
  /** What the chain says. */
  state(): Promise<{ balance: bigint; claimed: bigint }>;
  /** Announces that the payer takes out `amount`. */
  withdraw(amount: bigint): Promise<void>;
}

const contract = { address: paymentChannels.contract, abi: paymentChannelsAbi } as const;

/** A channel on the chain of this run. It holds nothing yet. */
export async function testChannel(
  service: { url: string },
  payer: TestWallet,
  changes: Partial<ChannelConfig> = {},
): Promise<TestChannel> {
  const channel = channelVouchers(await channelPrice(service), payer, changes);
  const { id, config } = channel;
  return {
    ...channel,
    async state() {
      const args = [id] as const;
      const [balance, claimed] = await chainReader().readContract({
        ...contract,
        functionName: 'channels',
        args,
      });
      return { balance, claimed };
    },
    async withdraw(amount) {
      await chainOf(payer).write({ ...contract, functionName: 'initiateWithdraw', args: [config, amount] });
    },
  };
}
