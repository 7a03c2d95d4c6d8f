import type { ComponentProps } from 'react';

/**
 * A link in untrusted Markdown. An external link opens in a new tab without a referrer; a footnote link stays on the
 * page.
 */
export function MarkdownLink({ id, href, children }: Pick<ComponentProps<'a'>, 'id' | 'href' | 'children'>) {
  if (href?.startsWith('#')) {
    return (
      <a id={id} href={href}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} rel="noreferrer nofollow ugc" target="_blank">
      {children}
    </a>
  );
}

/** A link in place of an image in untrusted Markdown: loading it would tell its host who reads the page. */
export function MarkdownImage({ src, alt }: ComponentProps<'img'>) {
  return <MarkdownLink href={typeof src === 'string' ? src : undefined}>{alt || 'Image'}</MarkdownLink>;
}
