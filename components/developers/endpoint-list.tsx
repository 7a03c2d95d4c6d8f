import type { PublicConfig } from '#lib/public-config.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import type { Endpoints } from './examples.ts';

interface EndpointListProps {
  endpoints: Endpoints;
  config: PublicConfig;
}

/** URLs and contract addresses of this environment. */
export function EndpointList({ endpoints, config }: EndpointListProps) {
  return (
    <DefinitionList>
      <Definition term="GraphQL, by POST">
        <Url value={endpoints.graphqlUrl} />
      </Definition>
      <Definition term="Payment gateway, a path per mutation">
        <Url value={`${endpoints.gatewayUrl}/x402/labs/{mutation}`} />
      </Definition>
      <Definition term="Chain">
        {config.network.title}, id {config.chainId}
      </Definition>
    </DefinitionList>
  );
}

function Url({ value }: { value: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 font-mono break-all">{value}</code>
      <CopyButton text={value} label={`Copy ${value}`} />
    </span>
  );
}
