import type { GraphQLSchema } from 'graphql';
import { createAnonymousLimit } from '#service/auth/rate-limits/limit-rate.ts';
import type { ServiceContext } from '#service/core/context/context.ts';
import { channelRequirements } from '#service/gateway/channels/channel-price.ts';
import { callByChannel } from '#service/gateway/channels/pay-by-channel.ts';
import type { ReceiptSigner } from '#service/gateway/extensions/receipt-signer.ts';
import type { Forward } from '#service/gateway/forward.ts';
import type { Gateway } from '#service/gateway/gateway.ts';
import { callOfJourney } from '#service/gateway/journeys/call-of-journey.ts';
import { paidCallLeases } from '#service/gateway/paid-call-lease.ts';
import type { Executor } from '#service/graphql/execute.ts';
import { Runner } from '#service/platform/db/runner.ts';
import { forwardInProcess } from './forward-in-process.ts';
import { listOffers } from './list-offers.ts';
import { paidOperations } from './paid-operations.ts';

interface GatewayParts {
  schema: GraphQLSchema;
  execute: Executor;
  receipts: ReceiptSigner;
  /** Runs the mutations, instead of this process itself. */
  forward?: Forward | undefined;
}

/** Puts the gateway together: the executor of `/graphql`, the use cases, channels and journeys. */
export function createGateway(
  context: ServiceContext,
  { schema, execute, receipts, forward }: GatewayParts,
): Gateway {
  const { config, secrets, db, chain, facilitator } = context;
  const offers = listOffers(config, schema);
  for (const offer of Object.values(offers))
    offer.channel = channelRequirements(config, secrets, offer.requirements);
  return {
    config,
    secrets,
    db,
    chain,
    facilitator,
    offers,
    receipts,
    operations: paidOperations(execute, { config, secrets }),
    forward: forward ?? forwardInProcess(context, execute),
    runner: new Runner(db, paidCallLeases),
    limits: createAnonymousLimit(context),
    payByChannel: callByChannel,
    runJourneyCall: callOfJourney,
  };
}
