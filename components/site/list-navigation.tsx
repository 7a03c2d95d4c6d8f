'use client';
import { useRouter } from 'next/navigation';
import { type MouseEvent, type ReactNode, type SubmitEvent, useTransition } from 'react';

interface ListNavigationProps {
  /** Filters and search: stay in place while the list loads. */
  toolbar: ReactNode;
  /** What stands in for the list until it comes; the same shape. */
  skeleton: ReactNode;
  children: ReactNode;
}

/**
 * A list whose state is in the URL, made of plain links and a GET form. Works without JavaScript; with it the list gives
 * way to its skeleton while the next one loads, and the toolbar keeps the focus.
 */
export function ListNavigation({ toolbar, skeleton, children }: ListNavigationProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();

  function go(url: URL) {
    startTransition(() => router.push(url.pathname + url.search));
  }

  function followLink(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.pathname !== location.pathname) return;
    event.preventDefault();
    event.stopPropagation();
    go(new URL(link.href));
  }

  function submit(event: SubmitEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLFormElement) || event.target.method !== 'get') return;
    event.preventDefault();
    const url = new URL(event.target.action);
    for (const [name, value] of new FormData(event.target)) {
      if (typeof value === 'string' && value) url.searchParams.set(name, value);
    }
    go(url);
  }

  return (
    <div className="flex flex-col gap-6" onClickCapture={followLink} onSubmit={submit} aria-busy={pending}>
      {toolbar}
      {pending ? skeleton : children}
    </div>
  );
}
