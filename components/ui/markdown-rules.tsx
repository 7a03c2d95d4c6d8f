import type { ComponentProps } from 'react';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** Rules for untrusted Markdown: GitHub Flavored Markdown, sanitized, without raw HTML. */
export const markdownRules = {
  remarkPlugins: [remarkGfm],
  // Footnote ids are already prefixed. A second prefix would break their links.
  rehypePlugins: [[rehypeSanitize, { ...defaultSchema, clobberPrefix: '' }]],
} satisfies Pick<ComponentProps<typeof import('react-markdown').default>, 'remarkPlugins' | 'rehypePlugins'>;

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
