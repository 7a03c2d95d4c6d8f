import { paymentChannels } from '@labroom/contracts/payment-channels';
import { paymentChannelsAbi } from '@labroom/contracts/payment-channels-abi';
import type { ChannelConfig } from '@labroom/payments/channels/channel-config.ts';
import { claimChannels } from '@labroom/service/gateway/jobs/claim-channels.ts';
import { paymentChannels as channelRows } from '@labroom/service/platform/db/tables/payment-channels.ts';
import type { PaymentRequirements } from '@x402/core/types';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { type ChannelVouchers, channelVouchers } from './channel-vouchers.ts';
import { callGateway, DATA_KEY } from './test-gateway.ts';
import type { TestService } from './test-service.ts';
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

/** Claims what is owed now. */
export async function claimNow({ context }: Pick<TestService, 'context'>): Promise<void> {
  await context.db
    .update(channelRows)
    // The column has milliseconds, so that `now()` can be rounded to a later time.
    .set({ claimAt: sql`now() - interval '1 second'` })
    .where(sql`${channelRows.claimAt} is not null`);
  while ((await claimChannels(context, pino({ enabled: false }))).more);
}
