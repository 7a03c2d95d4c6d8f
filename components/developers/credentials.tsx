import type { PublicConfig } from '#lib/public-config.tsx';
import { Term } from '../ui/term.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CodeBlock } from './code-block.tsx';
import { clientExample, type Endpoints } from './examples.ts';

interface CredentialsProps {
  endpoints: Endpoints;
  environment: PublicConfig['environment'];
}

const isLocal = (environment: string) => environment === 'local';

/** The credentials of a program, how to get them, and the variables that the examples read. */
export function Credentials({ endpoints, environment }: CredentialsProps) {
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5">
        <li>
          <strong>A consumer credential</strong> names your program, on every request.{' '}
          {isLocal(environment) ? (
            <>
              {' '}
              <Code>npm start</Code> makes one on your own machine, in <Code>.labroom/local.json</Code>.{' '}
            </>
          ) : (
            'Ask the operator of this service for one.'
          )}{' '}
          Operators make one with this command:{' '}
          <CodeBlock label="command" code={'npm run labroom -- create-credential --label "my program"'} />
        </li>
        <li>
          <strong>
            {' '}
            A <Term name="serviceToken">service token</Term>{' '}
          </strong>{' '}
          proves a wallet. Reading what is public needs none. Issue one on{' '}
          <TextLink href="/account">your account</TextLink>, or by program:{' '}
          <a href="#getServiceSignInMessage" className="font-mono text-xs underline">
            getServiceSignInMessage
          </a>
          , a signature of that text,{' '}
          <a href="#generateServiceToken" className="font-mono text-xs underline">
            generateServiceToken
          </a>
          .
        </li>
      </ol>
      <p>The examples below take both from the environment:</p>
      <CodeBlock label="variables" code={variables(environment)} />
      <p>
        The programs in TypeScript run under Node 24 in a clone of this project, beside a file{' '}
        <Code>labroom.ts</Code>:
      </p>
      <CodeBlock label="client" code={clientExample(endpoints)} />
    </div>
  );
}

function variables(environment: PublicConfig['environment']): string {
  const read = `"$(node -p "require('./.labroom/local.json').consumerCredential")"`;
  const credential = isLocal(environment) ? read : "'labroom_…'";
  return `export LABROOM_CREDENTIAL=${credential}\nexport LABROOM_TOKEN='…'   # where a wallet is needed`;
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.925em]">{children}</code>;
}
