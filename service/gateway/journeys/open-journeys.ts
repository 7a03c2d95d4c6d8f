import { badCall } from '@labroom/payments';
import { describeJourney, type JourneyPorts, type JourneyScope } from '@labroom/payments/journeys';
import type { ServiceContext } from '#core/context/context.ts';
import { namedLab } from '#core/labs/named-lab.ts';
import { isPaidMutation, type PaidMutation, paidMutations } from '#platform/config/paid-mutations.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { badArguments } from '../bad-arguments.ts';
import { checkArguments } from '../check-arguments.ts';
import { askingAt } from '../foresee-call.ts';
import type { Gateway } from '../gateway.ts';
import type { PaidOperations } from '../paid-operations.ts';
import type { ReportedScope } from '../request-scope.ts';
import { saleScope } from '../sale-scope.ts';
import { openJourneyStore } from './journey-store.ts';

/** Schemas and an example of journeys. */
export const journeyDescription = describeJourney(paidMutations, [
  'generateDataEncryptionKey',
  'createAnnouncement',
]);

/** What journeys need of the service. */
export function openJourneys(
  context: Pick<ServiceContext, 'db' | 'config'>,
  { offers, operations }: Pick<Gateway, 'offers' | 'operations'>,
): JourneyPorts {
  const { gateway, http, environment } = context.config;
  return {
    store: openJourneyStore(context),
    terms: gateway,
    url: `${http.publicUrl}/x402/journeys`,
    path: `/${environment}/x402/journeys`,
    description: journeyDescription,
    async plan({ mutation: name, variables }, payer, number) {
      if (!isPaidMutation(name))
        throw badCall(`Call ${number}: the gateway does not sell ${JSON.stringify(name)}.`);
      const { given, complete } = readSome(operations, name, variables);
      if (complete) (await checkArguments(operations, name, complete))(payer);
      return { name, subject: namedLab(given), price: offers[name].requirements, given, complete };
    },
  };
}

function readSome(operations: PaidOperations, name: PaidMutation, variables: Record<string, unknown>) {
  try {
    return operations.readSome(name, variables);
  } catch (error) {
    throw error instanceof ServiceError ? badArguments(error) : error;
  }
}

interface AskingScope extends ReportedScope {
  /** That the request comes from; contract calls count against its network. */
  address: string;
  /** Lets other callers go first, between two calls. */
  giveWay(): Promise<void>;
}

/** The scope of a request that asks for a journey. */
export function journeyScope(
  context: ServiceContext,
  { limits, operations }: Pick<Gateway, 'limits' | 'operations'>,
  { address, giveWay, ...scope }: AskingScope,
): JourneyScope {
  return {
    ...saleScope({ limits }, scope),
    giveWay,
    countCalls: async (calls) => scope.report(await limits.ofAddress(address, calls)),
    async foresee(name, args, wallet) {
      if (!isPaidMutation(name)) return null;
      try {
        const asked = { operation: name, wallet, readArgs: () => args };
        return await operations.foresee(askingAt(context, address), asked);
      } catch (error) {
        if (error instanceof ServiceError && error.retryable) return null;
        throw error;
      }
    },
  };
}
