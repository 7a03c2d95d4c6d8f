import type { GraphQLSchema } from 'graphql';
import { createAnonymousLimit } from '#auth/rate-limits/limit-rate.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { channelRequirements } from '#gateway/channels/channel-price.ts';
import { callByChannel } from '#gateway/channels/pay-by-channel.ts';
import type { ReceiptSigner } from '#gateway/extensions/receipt-signer.ts';
import type { Forward } from '#gateway/forward.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { callOfJourney } from '#gateway/journeys/call-of-journey.ts';
import { paidCallLeases } from '#gateway/paid-call-lease.ts';
import type { Executor } from '#graphql/execute.ts';
import { Runner } from '#platform/db/runner.ts';
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
