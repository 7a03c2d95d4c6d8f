import type { Offer } from '@labroom/payments';
import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import { type GraphQLSchema, print } from 'graphql';
import { formatUnits } from 'viem';
import { fieldOf, firstParagraph } from '#graphql/describe-field.ts';
import { exampleQuery } from '#graphql/example-query.ts';
import { responseSchema, variablesSchema } from '#graphql/json-schema.ts';
import type { Config } from '#platform/config/config.ts';
import { exampleVariables } from './example-variables.ts';

/** A mutation that the gateway sells. */
export interface PaidCallDescription {
  mutation: string;
  summary: string;
  /** Where it is called, with the stage. */
  url: string;
  path: string;
  schemaPath: string;
  /** For people, e.g. `0.01 USD Coin`. */
  price: string;
  /** With what the call does as description of the resource. */
  offer: Offer;
  /** Whether every payment must come with a proof of intent: a derived nonce, or a service token of the payer. */
  needsIntent: boolean;
  /** A document with one variable per argument. The schemas are those of this document. */
  document: string;
  exampleVariables: Readonly<Record<string, unknown>>;
  variables: JsonSchema;
  request: JsonSchema;
  response: JsonSchema;
}

/** @throws Error for a paid mutation without an offer */
export function describePaidCall(
  { environment, http, gateway }: Pick<Config, 'environment' | 'http' | 'gateway'>,
  schema: GraphQLSchema,
  mutation: string,
  offer: Offer | undefined,
): PaidCallDescription {
  if (!offer) throw new Error(`The paid mutation ${mutation} has no price`);
  const field = fieldOf(schema, 'mutation', mutation);
  const document = exampleQuery(
    schema,
    'mutation',
    field,
    field.args.map(({ name }) => name),
  );
  const path = `/${environment}/x402/labs/${mutation}`;
  const variables = variablesSchema(field);
  const text = print(document);
  const summary = firstParagraph(field.description);
  return {
    mutation,
    summary,
    url: `${http.publicUrl}${path}`,
    path,
    schemaPath: `/schemas/${mutation}.json`,
    price: `${formatUnits(BigInt(offer.requirements.amount), gateway.decimals)} ${gateway.domain.name}`,
    offer: { ...offer, resource: { ...offer.resource, description: firstSentence(summary) } },
    needsIntent: gateway.requireIntent.some((name) => name === mutation),
    document: text,
    exampleVariables: exampleVariables(field.args),
    variables,
    request: requestSchema(text, variables),
    response: responseSchema(schema, document),
  };
}

/** Facilitators refuse payments for resources with descriptions over 500 characters. */
const firstSentence = (text: string) => text.split(/(?<=\.) /, 1)[0] ?? '';

function requestSchema(document: string, variables: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description:
          'A document with one operation and one top-level field, the mutation. The variables and the response are described for the document in `examples`.',
        examples: [document],
      },
      variables,
      operationName: { type: ['string', 'null'] },
      payerAddress: {
        type: ['string', 'null'],
        description:
          'The wallet that /foresee asks about. Of a paid call: used only if the payment itself names no payer.',
      },
    },
    required: ['query'],
  };
}
