import type { PublicConfig } from '#lib/public-config.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { Endpoints } from './examples.ts';

interface EndpointListProps {
  /** Public URL of the service, without a trailing slash. */
  serviceUrl: string;
  endpoints: Endpoints;
  config: PublicConfig;
}

/** URLs and contract addresses of this environment. */
export function EndpointList({ serviceUrl, endpoints, config }: EndpointListProps) {
  return (
    <DefinitionList>
      <Definition term="GraphQL, by POST">
        <Url value={endpoints.graphqlUrl} />
      </Definition>
      <Definition term="Payment gateway, a path per mutation">
        <Url value={`${endpoints.gatewayUrl}/x402/labs/{mutation}`} />
      </Definition>
      <Definition term="For programs, without a credential">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {documents.map(({ path, name }) => (
            <li key={path}>
              <TextLink href={`${serviceUrl}${path}`}>{name}</TextLink>
            </li>
          ))}
        </ul>
      </Definition>
      <Definition term="Chain">
        {config.network.title}, id {config.chainId}
      </Definition>
    </DefinitionList>
  );
}

/** Documents that the service serves about itself. The first one links to all of them. */
const documents = [
  { path: '/', name: 'Start' },
  { path: '/openapi.json', name: 'OpenAPI' },
  { path: '/schema.graphql', name: 'GraphQL schema' },
  { path: '/.well-known/x402.json', name: 'Prices of paid calls' },
  { path: '/contracts.json', name: 'Contracts and ABIs' },
  { path: '/llms.txt', name: 'llms.txt' },
];

function Url({ value }: { value: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 font-mono break-all">{value}</code>
      <CopyButton text={value} label={`Copy ${value}`} />
    </span>
  );
}
