import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Credentials } from '#components/developers/credentials.tsx';
import { EndpointList } from '#components/developers/endpoint-list.tsx';
import { ErrorCatalogue } from '#components/developers/error-catalogue.tsx';
import type { Endpoints } from '#components/developers/examples.ts';
import { filterOperations } from '#components/developers/filter-operations.ts';
import { GatewayGuide } from '#components/developers/gateway-guide.tsx';
import { groupOperations } from '#components/developers/group-operations.ts';
import { OperationEntry } from '#components/developers/operation-entry.tsx';
import { OperationFilter } from '#components/developers/operation-filter.tsx';
import { PageContents } from '#components/developers/page-contents.tsx';
import { PaidCallTrial } from '#components/developers/paid-call-trial.tsx';
import { PriceTable } from '#components/developers/price-table.tsx';
import { Prose } from '#components/developers/prose.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { conventions, operations } from '#lib/developers/api-reference.generated.ts';
import { exampleArguments } from '#lib/developers/example-arguments.ts';
import { triedMutation } from '#lib/developers/price-list.ts';
import { firstParam, type SearchParams } from '#lib/search-params.ts';
import { publicConfig, webEnv } from '#web/env.ts';
import { loadPriceList } from '#web/load-price-list.ts';
import { loadSample } from '#web/load-sample.ts';

const path = '/developers';

export const metadata: Metadata = {
  title: 'Developers',
  description: 'The GraphQL API of Labroom: every operation with an example to run, and how to pay per call.',
  alternates: { canonical: path },
};

export default async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  const words = firstParam((await searchParams).q);
  const config = publicConfig();
  const { publicServiceUrl } = webEnv();
  const endpoints: Endpoints = {
    graphqlUrl: `${publicServiceUrl}/graphql`,
    gatewayUrl: `${publicServiceUrl}/${config.environment}`,
  };
  const [sample, prices] = await Promise.all([loadSample(), loadPriceList()]);
  const found = filterOperations(operations, words);
  const offers = (prices ?? []).filter((price) => price.kind === 'price');
  const tried = offers.find(({ mutation }) => mutation === triedMutation);
  // Outside production the service offers GraphiQL, and payments use play money.
  const isOpen = config.environment !== 'production';
  const [, ...rules] = conventions;
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <header className="flex flex-wrap items-start justify-between gap-4 lg:col-span-2">
        <div>
          <h1 className="text-2xl">Developers</h1>
          <p className="mt-2 text-ink2">One GraphQL API for these pages and for your programs.</p>
        </div>
        {isOpen && (
          <a href={endpoints.graphqlUrl} className={buttonClass('secondary')}>
            Open GraphiQL
          </a>
        )}
      </header>
      <aside aria-label="Contents">
        <PageContents operations={operations} />
      </aside>
      <div className="flex min-w-0 flex-col gap-12">
        <EndpointList serviceUrl={publicServiceUrl} endpoints={endpoints} config={config} />
        <Part id="credentials" title="Credentials">
          <Credentials endpoints={endpoints} environment={config.environment} />
        </Part>
        <Part id="gateway" title="Paying per call">
          <GatewayGuide />
          <PriceTable prices={prices} network={config.network} />
          {isOpen && tried && (
            <>
              <h3 id="try" className="mt-4 text-base">
                Try it
              </h3>
              <PaidCallTrial gatewayUrl={endpoints.gatewayUrl} price={tried} />
            </>
          )}
        </Part>
        <Part id="errors" title="Errors">
          <p className="max-w-prose">
            A program decides by the code and the reason in{' '}
            <code className="font-mono text-[0.925em]">details</code>, never by the message. Each operation
            lists its errors.
          </p>
          <ErrorCatalogue />
        </Part>
        <Part id="limits" title="Conventions and limits">
          <div className="flex max-w-prose flex-col gap-4">
            {rules.map((rule) => (
              <p key={rule}>
                <Prose text={rule} />
              </p>
            ))}
          </div>
        </Part>
        <Part id="operations" title="Operations">
          <OperationFilter words={words} />
          <p className="text-sm text-ink2" role="status">
            {words
              ? `${found.length} of ${operations.length} operations match “${words}”.`
              : `${operations.length} operations.`}
          </p>
          {found.length === 0 && (
            <EmptyState title="No operation matches your search.">
              Try fewer words, or the name of one operation.
            </EmptyState>
          )}
          {groupOperations(found).map((group) => (
            <section key={group.title} aria-label={group.title} className="flex flex-col gap-12 pt-4">
              <h3 className="border-b border-line pb-2 text-base text-ink2">{group.title}</h3>
              {group.operations.map((operation) => (
                <OperationEntry
                  key={operation.name}
                  operation={operation}
                  args={exampleArguments(operation, sample)}
                  endpoints={endpoints}
                  price={offers.find(({ mutation }) => mutation === operation.name)?.price}
                />
              ))}
            </section>
          ))}
        </Part>
      </div>
    </div>
  );
}

/** A section of the page, linked from the table of contents. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="flex min-w-0 scroll-mt-4 flex-col gap-4 border-t border-ink pt-3"
    >
      <h2 id={`${id}-title`} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
