import { claimChannels as claimDueChannels } from '@labroom/payments/channels';
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { channelPorts } from '../channels/open-channels.ts';

type ClaimContext = Pick<ServiceContext, 'db' | 'config' | 'secrets' | 'chain' | 'facilitator'>;

/** Claims what calls were charged to payment channels, if channels pay. */
export async function claimChannels(context: ClaimContext, log: FastifyBaseLogger): Promise<JobOutcome> {
  const { config, facilitator } = context;
  if (!config.gateway.channels) return { done: 0, more: false };
  const { network } = config.gateway;
  return claimDueChannels({ ...channelPorts(context), facilitator, network }, log);
}
