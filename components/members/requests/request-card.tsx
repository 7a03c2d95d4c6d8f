import type { AccessRequestFieldsFragment } from '@labroom/client/documents';
import type { ReactNode } from 'react';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { Time } from '../../ui/time.tsx';

interface RequestCardProps {
  request: AccessRequestFieldsFragment;
  hrefOfFile: (path: string) => string;
  /** Buttons, or the decision. */
  children: ReactNode;
}

/** Who asks, for what, until when, with which answers and promise. */
export function RequestCard({ request, hrefOfFile, children }: RequestCardProps) {
  const { wallet, role, until, path, answers, promise, createdAt, invitation } = request;
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-col gap-3 text-sm">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Person value={wallet} size={28} />
          <span>
            {invitation ? 'accepted an invitation' : 'asks'} to become a{' '}
            <strong className="font-semibold">{roleName(role).toLowerCase()}</strong>{' '}
            {until ? (
              <>
                until <Time value={until} style="date" />
              </>
            ) : (
              'without an end'
            )}
          </span>
          <Time value={createdAt} className="text-ink2" />
        </div>
        {path && (
          <p>
            to open{' '}
            <a href={hrefOfFile(path)} className="break-words underline underline-offset-4">
              <bdi>{path}</bdi>
            </a>
          </p>
        )}
        {answers.length > 0 && (
          <dl className="flex flex-col gap-2">
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt dir="auto" className="w-fit max-w-prose text-ink2">
                  {question}
                </dt>
                <dd dir="auto" className="w-fit max-w-prose break-words whitespace-pre-line">
                  {answer}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <details>
          <summary className="text-ink2">What was promised and signed</summary>
          <p dir="auto" className="mt-1 w-fit max-w-prose break-words whitespace-pre-line">
            {promise}
          </p>
        </details>
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:justify-end">{children}</div>
    </li>
  );
}
