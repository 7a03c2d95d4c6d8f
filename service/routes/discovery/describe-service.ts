import { type GraphQLSchema, print } from 'graphql';
import { formatUnits } from 'viem';
import type { Manifest } from '#contracts/manifest.ts';
import type { Environment } from '#packages/protocol/environments.ts';
import { type Offer, offersOf } from '../../gateway/offers.ts';
import { type OperationContract, readContract } from '../../graphql/contract.ts';
import { exampleQuery } from '../../graphql/example-query.ts';
import {
  JSON_SCHEMA_DIALECT,
  type JsonSchema,
  responseSchema,
  variablesSchema,
} from '../../graphql/json-schema.ts';
import type { Config } from '../../platform/config/config.ts';
import { version } from '../../platform/version.ts';
import type { PublicRoute } from '../public-data/describe-resource.ts';
import { publicRoutesOf } from '../public-data/public-routes.ts';
import { exampleVariables } from './example-variables.ts';

/** What the service tells about itself. Every document of discovery is written from it, and from nothing else. */
export interface ServiceDescription {
  name: string;
  summary: string;
  version: string;
  environment: Environment;
  /** Public URL of the service, without a trailing slash. */
  url: string;
  /** Page for developers. */
  guideUrl: string;
  /** The schema's text, which is in the repository too. */
  sdl: string;
  operations: readonly DescribedOperation[];
  paidCalls: readonly PaidCallDescription[];
  /** What is served without a credential. */
  publicData: readonly PublicRoute[];
  chain: Pick<Config['chain'], 'id' | 'name' | 'contracts' | 'publicRpcUrl'> &
    Pick<Manifest, 'title' | 'blockExplorerUrl' | 'startBlock' | 'stablecoin'>;
  /** Whether uploads and downloads go to this service, and not to a bucket. */
  servesStorage: boolean;
  securityContacts: readonly string[];
  startedAt: Date;
}

interface DescribedOperation
  extends Pick<OperationContract, 'name' | 'kind' | 'group' | 'access' | 'isPaid'> {
  summary: string;
}

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

interface Described {
  config: Pick<Config, 'environment' | 'chain' | 'http' | 'gateway' | 'storage'>;
  schema: GraphQLSchema;
  sdl: string;
  offers?: Readonly<Record<string, Offer>>;
  startedAt?: Date;
}

const SUMMARY =
  'Data rooms, tokenization and paid calls for onchain research labs: a GraphQL API, and a gateway that sells single mutations (x402).';

/** Where people read about the API. */
export const guideUrlOf = ({ http }: Pick<Config, 'http'>): string => `${http.webUrl}/developers`;

/** @throws Error for a paid mutation without an offer */
export function describeService({
  config,
  schema,
  sdl,
  offers = offersOf(config),
  startedAt = new Date(),
}: Described): ServiceDescription {
  const { environment, http, storage, chain } = config;
  const { title, blockExplorerUrl, startBlock, stablecoin } = chain.manifest;
  const { operations } = readContract(schema);
  return {
    name: 'Labroom',
    summary: SUMMARY,
    version,
    environment,
    url: http.publicUrl,
    guideUrl: guideUrlOf(config),
    sdl,
    operations: operations.map(({ name, kind, group, access, isPaid }) => ({
      name,
      kind,
      group,
      access,
      isPaid,
      summary: firstParagraph(fieldOf(schema, kind, name).description),
    })),
    paidCalls: operations
      .filter(({ isPaid }) => isPaid)
      .map(({ name }) => describePaidCall(config, schema, name, offers[name])),
    publicData: publicRoutesOf(schema),
    chain: {
      id: chain.id,
      name: chain.name,
      contracts: chain.contracts,
      publicRpcUrl: chain.publicRpcUrl,
      title,
      blockExplorerUrl,
      startBlock,
      stablecoin,
    },
    servesStorage: storage.kind === 'disk',
    securityContacts: http.securityContacts,
    startedAt,
  };
}

function describePaidCall(
  { environment, http, gateway }: Described['config'],
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
  return {
    mutation,
    summary: firstParagraph(field.description),
    url: `${http.publicUrl}${path}`,
    path,
    schemaPath: `/schemas/${mutation}.json`,
    price: `${formatUnits(BigInt(offer.requirements.amount), gateway.decimals)} ${gateway.domain.name}`,
    offer,
    needsIntent: gateway.requireIntent.some((name) => name === mutation),
    document: text,
    exampleVariables: exampleVariables(field.args),
    variables,
    request: requestSchema(text, variables),
    response: responseSchema(schema, document),
  };
}

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

/** The schema file of a paid call: that of the request, with those of variables and response in `$defs`. */
export function schemaFile({ url }: Pick<ServiceDescription, 'url'>, call: PaidCallDescription): JsonSchema {
  return {
    $schema: JSON_SCHEMA_DIALECT,
    $id: `${url}${call.schemaPath}`,
    title: call.mutation,
    description: `${call.summary} POST this to ${call.url}. \`$defs.response\` describes the response.`,
    $ref: '#/$defs/request',
    $defs: {
      request: {
        ...call.request,
        properties: { ...(call.request.properties as object), variables: { $ref: '#/$defs/variables' } },
      },
      variables: call.variables,
      response: call.response,
    },
  };
}

function fieldOf(schema: GraphQLSchema, kind: OperationContract['kind'], name: string) {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = type?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${kind} ${name}`);
  return field;
}

function firstParagraph(text: string | null | undefined): string {
  return (text ?? '').split(/\n\n/, 1)[0]?.replaceAll('\n', ' ').trim() ?? '';
}
