import type { ReactNode } from 'react';
import type { Arguments } from '#lib/developers/example-arguments.ts';
import type { Access, Operation } from '#lib/developers/operation.ts';
import { Badge } from '../ui/badge.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { curlExample, type Endpoints, typescriptExample } from './examples.ts';
import { InputList } from './input-list.tsx';
import { Prose } from './prose.tsx';

interface OperationEntryProps {
  operation: Operation;
  args: Arguments;
  endpoints: Endpoints;
  /** Price at the gateway; `undefined` if the gateway does not sell the operation. */
  price: string | undefined;
}

const accesses: Record<Access, string> = {
  CONSUMER: 'consumer credential',
  WALLET: 'any proved wallet',
  CONTRIBUTOR: 'contributor or owner',
  OWNER: 'owner',
  MEMBER: 'wallet of a member, or that may open the file',
  CONDITIONS: 'wallet that meets the access conditions',
  TOKEN_OWNER: "the token's wallet",
  SIGNATURE: 'signature of a wallet',
  SIGN_IN: 'signature of a wallet, or user token',
};

/** One operation: description, arguments, errors, and an example that runs. */
export function OperationEntry({ operation, args, endpoints, price }: OperationEntryProps) {
  const { name, kind, description, access, errors, returns, deprecated } = operation;
  return (
    <article id={name} aria-labelledby={`${name}-name`} className="flex min-w-0 scroll-mt-4 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 id={`${name}-name`} className="font-mono text-base">
          <a href={`#${name}`} className="hover:underline">
            {name}
          </a>
        </h4>
        <Badge>{kind}</Badge>
        <Badge tone={access === 'CONSUMER' ? 'good' : 'acc'}>{accesses[access]}</Badge>
        {price && <Badge>{price} at the gateway</Badge>}
        {deprecated && <Badge tone="warn">deprecated</Badge>}
      </div>
      <p className="max-w-prose">
        <Prose text={description} />
      </p>
      {deprecated && <p className="max-w-prose text-sm text-warn">{deprecated}</p>}
      {operation.arguments.length > 0 && (
        <Part title="Arguments">
          <InputList inputs={operation.arguments} />
        </Part>
      )}
      <Part title="Result">
        <code className="font-mono text-xs">{returns}</code>
      </Part>
      {errors.length > 0 && (
        <Part title="Errors">
          <dl className="flex flex-col gap-1 text-sm">
            {errors.map(({ code, reasons }) => (
              <div key={code}>
                <dt className="inline font-mono">{code}</dt>
                {reasons.length > 0 && (
                  <dd className="inline text-ink2">
                    {': '}
                    <span className="font-mono">{reasons.join(', ')}</span>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </Part>
      )}
      <ExampleTabs
        name={name}
        code={{
          curl: curlExample(operation, args, endpoints),
          typescript: typescriptExample(operation, args),
        }}
      />
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 max-w-prose flex-col gap-2">
      <h5 className="text-sm text-ink2">{title}</h5>
      {children}
    </div>
  );
}
