import { developerPages } from '@labroom/protocol/developer-pages';
import type { ReactNode } from 'react';
import { TextLink } from '../ui/text-link.tsx';
import { LanguageChoice } from './language-choice.tsx';

interface GuideFrameProps {
  /** Path below `/developers`; `''` is the first page. */
  current: string;
  children: ReactNode;
}

/** A page for developers beside the list of all of them. */
export function GuideFrame({ current, children }: GuideFrameProps) {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <aside aria-label="Guide">
        <details className="rounded border border-line bg-sheet lg:hidden">
          <summary className="px-4 py-3 text-sm font-medium">All pages for developers</summary>
          <div className="px-4 pb-4">
            <Pages label="Pages for developers, folded" current={current} />
          </div>
        </details>
        <div className="sticky top-4 max-lg:hidden">
          <Pages label="Pages for developers" current={current} />
        </div>
      </aside>
      <div className="flex min-w-0 flex-col gap-8">
        {children}
        <p className="border-t border-line pt-3 text-sm text-ink2">
          <TextLink href={`/developers${current && `/${current}`}.md`}>This page as Markdown</TextLink>
        </p>
      </div>
      <LanguageChoice />
    </div>
  );
}

const entries = [
  { name: '', title: 'Overview' },
  ...developerPages,
  { name: 'reference', title: 'All operations' },
];

function Pages({ label, current }: { label: string; current: string }) {
  return (
    <nav aria-label={label} className="text-sm">
      <ul>
        {entries.map(({ name, title }) => (
          <li key={name}>
            <a
              href={`/developers${name && `/${name}`}`}
              aria-current={name === current.split('/')[0] ? 'page' : undefined}
              className="block rounded py-1 touch:py-2.5 hover:text-acc hover:underline aria-[current]:font-medium aria-[current]:text-acc"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
