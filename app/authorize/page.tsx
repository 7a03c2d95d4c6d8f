import { AuthorizationRequestDocument } from '@labroom/client/documents';
import { type AuthorizationRequest, isLoopback } from '@labroom/protocol/authorization';
import type { Metadata } from 'next';
import { Consent } from '#components/authorize/parts.tsx';
import { Failure } from '#components/site/failure.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { queryOutcome } from '#web/query-service.ts';

export const metadata: Metadata = { title: 'Authorize', robots: { index: false }, referrer: 'no-referrer' };

interface AuthorizePageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Where a program sends the browser of a person that it wants to read for (docs/specification/mcp.md#authorization). */
export default async function AuthorizePage({ searchParams }: AuthorizePageProps) {
  const request = requestOf(await searchParams);
  const outcome = await queryOutcome(AuthorizationRequestDocument, { request });
  if (!outcome.ok && outcome.failure.code === 'VALIDATION_FAILED') {
    return (
      <EmptyState heading="h1" title="This request cannot be answered.">
        Nobody was given access. Go back to the program and connect again. What its author needs to know:{' '}
        {outcome.failure.message}
      </EmptyState>
    );
  }
  if (!outcome.ok) return <Failure title="The request could not be loaded." failure={outcome.failure} />;
  const { clientName, redirectHost, problem, returnUrl } = outcome.data.authorizationRequest;
  const isHere = isLoopback(redirectHost);
  return (
    <article className="mx-auto flex max-w-2xl flex-col gap-6 py-8">
      <header>
        <p className="text-ink2">
          {isHere ? 'A program on this device asks for access' : 'A website asks for access'}
        </p>
        <h1 className="mt-2 text-2xl break-words">
          <bdi>{clientName}</bdi>
        </h1>
        <p className="mt-2 text-sm text-ink2">
          It gave itself this name, and nobody has checked it. The access goes to{' '}
          <strong className="font-medium break-all text-ink">{redirectHost}</strong>
          {isHere ? ', which is this device.' : '.'} Continue only if you started this yourself.
        </p>
      </header>
      {problem === null ? (
        <Consent
          request={request}
          clientName={clientName}
          redirectHost={redirectHost}
          returnUrl={returnUrl}
        />
      ) : (
        <Notice
          kind="warning"
          action={
            <a href={returnUrl} className={buttonClass('secondary')}>
              Back to {redirectHost}
            </a>
          }
        >
          The program asks in a way that is not supported: {problem}
        </Notice>
      )}
    </article>
  );
}

/** A parameter that comes twice counts as missing. */
function requestOf(params: Awaited<AuthorizePageProps['searchParams']>): AuthorizationRequest {
  const text = (name: string) => {
    const value = params[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    clientId: text('client_id') ?? '',
    redirectUri: text('redirect_uri') ?? '',
    responseType: text('response_type'),
    codeChallenge: text('code_challenge'),
    codeChallengeMethod: text('code_challenge_method'),
    state: text('state'),
    resource: text('resource'),
  };
}
