import type { ReactNode } from 'react';
import type { Operation } from '#lib/developers/operation.ts';
import { groupOperations } from './group-operations.ts';

const parts = [
  { id: 'credentials', title: 'Credentials' },
  { id: 'gateway', title: 'Paying per call' },
  { id: 'errors', title: 'Errors' },
  { id: 'limits', title: 'Conventions and limits' },
  { id: 'operations', title: 'Operations' },
] as const;

/** Table of contents: beside the page on wide screens, collapsed above it on narrow ones. */
export function PageContents({ operations }: { operations: readonly Operation[] }) {
  return (
    <>
      <details className="rounded border border-line bg-sheet lg:hidden">
        <summary className="px-4 py-3 text-sm font-medium">On this page</summary>
        <div className="px-4 pb-4">
          <Contents label="On this page, folded" operations={operations} />
        </div>
      </details>
      <div className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto pb-4 max-lg:hidden">
        <Contents label="On this page" operations={operations} />
      </div>
    </>
  );
}

function Contents({ label, operations }: { label: string; operations: readonly Operation[] }) {
  return (
    <nav aria-label={label} className="flex flex-col gap-4 text-sm">
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <Anchor id={id}>{title}</Anchor>
          </li>
        ))}
      </ul>
      {groupOperations(operations).map((group) => (
        <div key={group.title}>
          <p className="py-1 text-ink2">{group.title}</p>
          <ul className="border-l border-line pl-3">
            {group.operations.map(({ name }) => (
              <li key={name}>
                <Anchor id={name}>
                  <span className="font-mono text-[0.925em]">{name}</span>
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Anchor({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a href={`#${id}`} className="block rounded py-1 touch:py-2.5 hover:text-acc hover:underline">
      {children}
    </a>
  );
}
