'use client';
import { useRouter } from 'next/navigation';
import {
  type ChangeEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useTransition,
} from 'react';
import { resetFields } from './reset-fields.ts';

interface ListNavigationProps {
  /** Filters and search. They stay in place while the list loads. */
  toolbar: ReactNode;
  /** Placeholder with the shape of the list, shown while it loads. */
  skeleton: ReactNode;
  /** What the list has, announced to screen readers when it has loaded. */
  summary?: string;
  children: ReactNode;
}

/**
 * A list whose state is in the URL, made of plain links and a GET form. It works without JavaScript. With JavaScript, a
 * skeleton replaces the list while the next one loads, checkboxes and selects take effect at once, and the toolbar
 * keeps the focus.
 */
export function ListNavigation({ toolbar, skeleton, summary, children }: ListNavigationProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const root = useRef<HTMLDivElement>(null);
  const sent = useRef(new Map<Element, string>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: fields are stale after the toolbar was rendered for another URL
  useEffect(() => {
    if (root.current) resetFields(root.current, sent.current);
  }, [toolbar]);

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
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'get') return;
    event.preventDefault();
    const url = new URL(form.action);
    url.search = '';
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim()) url.searchParams.append(name, value);
    }
    for (const field of form.elements)
      if (field instanceof HTMLInputElement) sent.current.set(field, field.value);
    go(url);
  }

  function submitChoice({ target }: ChangeEvent<HTMLDivElement>) {
    const field: Element = target;
    const isChoice =
      field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'checkbox');
    if (isChoice) field.form?.requestSubmit();
  }

  return (
    <div
      ref={root}
      className="flex flex-col gap-6"
      onClickCapture={followLink}
      onSubmit={submit}
      onChange={submitChoice}
      aria-busy={pending}
    >
      {toolbar}
      {summary !== undefined && (
        <p role="status" className="sr-only">
          {pending ? '' : summary}
        </p>
      )}
      {pending ? skeleton : children}
    </div>
  );
}
