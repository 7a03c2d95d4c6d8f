import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { ServiceContext } from '#service/core/context/context.ts';
import { type AnonymousLimit, createAnonymousLimit } from '../auth/rate-limits/limit-rate.ts';
import type { Executor } from '../graphql/execute.ts';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import { Runner } from '../platform/db/runner.ts';
import { channelRequirements } from './channels/channel-price.ts';
import { listOffers } from './extensions/list-offers.ts';
import type { ReceiptSigner } from './extensions/receipt-signer.ts';
import { type Forward, forwardInProcess } from './forward.ts';
import type { ListedOffer } from './offers.ts';
import { paidCallLeases } from './paid-call-lease.ts';

/** What the steps of a paid call share. */
export interface Gateway extends Pick<ServiceContext, 'config' | 'secrets' | 'db' | 'chain' | 'facilitator'> {
  offers: Readonly<Record<PaidMutation, ListedOffer>>;
  receipts: ReceiptSigner;
  execute: Executor;
  forward: Forward;
  runner: Runner;
  limits: AnonymousLimit;
}

/** Id and logger of the request. */
export interface RequestScope {
  requestId: string;
  log: FastifyBaseLogger;
}

interface GatewayParts {
  schema: GraphQLSchema;
  execute: Executor;
  receipts: ReceiptSigner;
  /** Runs the mutations, instead of this process itself. */
  forward?: Forward | undefined;
}

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
    execute,
    forward: forward ?? forwardInProcess(context, execute),
    runner: new Runner(db, paidCallLeases),
    limits: createAnonymousLimit(context),
  };
}
