import type { Manifest } from '@labroom/contracts/manifest';
import type { Offer } from '@labroom/payments';
import type { Environment } from '@labroom/protocol/environments';
import { JSON_SCHEMA_DIALECT, type JsonSchema } from '@labroom/protocol/json-schema-dialect';
import type { GraphQLSchema } from 'graphql';
import type { Address } from 'viem';
import type { ContractsCheck } from '#chain/contracts-check.ts';
import { offersOf, PUBLIC_NAME } from '#gateway/offers/offers.ts';
import { version } from '#platform/process/version.ts';
import { type OperationContract, readContract } from '../../graphql/contract.ts';
import { fieldOf, firstParagraph } from '../../graphql/describe-field.ts';
import type { Config } from '../../platform/config/config.ts';
import { describePaidCall, type PaidCallDescription } from '../paid/describe-paid-call.ts';
import type { PublicRoute } from '../public-data/describe-resource.ts';
import { publicRoutesOf } from '../public-data/public-routes.ts';
import type { ServedPackages } from './packages.ts';

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
  /** Page on which a person lets a program read for the wallet. */
  authorizeUrl: string;
  /** The schema's text, which is in the repository too. */
  sdl: string;
  operations: readonly DescribedOperation[];
  paidCalls: readonly PaidCallDescription[];
  /** Addresses that sign offers and receipts of paid calls; the first one signs now. */
  signers: readonly Address[];
  /** Where several calls are bought at once, with the stage. */
  journeysPath: string;
  /** What is served without a credential. */
  publicData: readonly PublicRoute[];
  chain: Pick<Config['chain'], 'id' | 'name' | 'contracts' | 'publicRpcUrl'> &
    Pick<Manifest, 'title' | 'blockExplorerUrl' | 'startBlock' | 'stablecoin'>;
  /** Whether uploads and downloads go to this service, and not to a bucket. */
  /** What this deployment of the contracts was made with; `null` for contracts of others, and where `npm start` deploys them. */
  manifest: Manifest | null;
  /** The comparison of the contracts by the start of this process; `null` without one. */
  contractsCheck: ContractsCheck | null;
  servesStorage: boolean;
  securityContacts: readonly string[];
  /** Packages that other projects install from here. */
  packages: ServedPackages;
  startedAt: Date;
}

interface DescribedOperation
  extends Pick<OperationContract, 'name' | 'kind' | 'group' | 'access' | 'isPaid'> {
  summary: string;
}

interface Described {
  config: Pick<Config, 'environment' | 'chain' | 'http' | 'gateway' | 'storage'>;
  schema: GraphQLSchema;
  sdl: string;
  offers?: Readonly<Record<string, Offer>>;
  signers?: readonly Address[];
  contractsCheck?: ContractsCheck | null | undefined;
  packages?: ServedPackages;
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
  signers = [],
  contractsCheck = null,
  packages = { commit: null, packages: [] },
  startedAt = new Date(),
}: Described): ServiceDescription {
  const { environment, http, storage, chain } = config;
  const { title, blockExplorerUrl, startBlock, stablecoin } = chain.manifest;
  const { operations } = readContract(schema);
  return {
    name: PUBLIC_NAME,
    summary: SUMMARY,
    version,
    environment,
    url: http.publicUrl,
    guideUrl: guideUrlOf(config),
    authorizeUrl: `${http.webUrl}/authorize`,
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
    signers,
    journeysPath: `/${config.environment}/x402/journeys`,
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
    manifest: chain.manifest.deployment && { ...chain.manifest, contracts: chain.contracts },
    contractsCheck,
    servesStorage: storage.kind === 'disk',
    securityContacts: http.securityContacts,
    packages,
    startedAt,
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
