import type { ReceiptSigner } from '@labroom/payments';
import { channelPlugin } from '@labroom/payments/channels';
import { journeyPlugin } from '@labroom/payments/journeys';
import type { GraphQLSchema } from 'graphql';
import { createAnonymousLimit } from '#auth/rate-limits/limit-rate.ts';
import { signerOf } from '#chain/signer-of.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { withOclIds } from '#core/labs/name-labs.ts';
import { channelPorts } from '#gateway/channels/open-channels.ts';
import type { Forward } from '#gateway/forward.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { openJourneys } from '#gateway/journeys/open-journeys.ts';
import { openSeller } from '#gateway/open-seller.ts';
import { paidCallLeases } from '#gateway/paid-call-lease.ts';
import type { Executor } from '#graphql/execute.ts';
import { Runner } from '#platform/db/runner.ts';
import { forwardInProcess } from './forward-in-process.ts';
import { listOffers } from './list-offers.ts';
import { paidOperations } from './paid-operations.ts';
import { foreseenRefusals } from './refuse-foreseen.ts';

interface GatewayParts {
  schema: GraphQLSchema;
  execute: Executor;
  receipts: ReceiptSigner;
  /** Runs the mutations, instead of this process itself. */
  forward?: Forward | undefined;
}

/** Puts the gateway together: the executor of `/graphql`, the use cases, and the plug-ins of the seller. */
export function createGateway(
  context: ServiceContext,
  { schema, execute, receipts, forward }: GatewayParts,
): Gateway {
  const { config, secrets, db } = context;
  const { channels } = config.gateway;
  const byChannel = channels && channelPlugin({ ...channelPorts(context), terms: channels, signerOf });
  const offers = listOffers(config, schema, byChannel ? [byChannel] : []);
  const operations = paidOperations(execute, { config, secrets }, (args) => withOclIds(db, args));
  const runner = new Runner(db, paidCallLeases);
  const journeys = openJourneys(context, { offers, operations });
  const plugins = [...(byChannel ? [byChannel] : []), journeyPlugin(journeys)];
  return {
    config,
    seller: openSeller(context, { receipts, runner, plugins }),
    offers,
    operations,
    refuseForeseen: foreseenRefusals(context, operations),
    forward: forward ?? forwardInProcess(context, execute),
    runner,
    limits: createAnonymousLimit(context),
    journeys,
  };
}
