import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { splitCode, withSiteLinks } from '#lib/developers/guide.ts';
import { Cell, HeaderCell, Row, Table } from '../ui/table.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ExampleTabs } from './example-tabs.tsx';

interface GuideBodyProps {
  text: string;
  /** Tells the texts of a page apart. */
  name?: string;
}

/** A text of the guide. Its examples are tabs. */
export function GuideBody({ text, name = 'page' }: GuideBodyProps) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {splitCode(withSiteLinks(text, '')).map((part, index) =>
        part.kind === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed, so its parts never move
          <div key={index} className="flex min-w-0 flex-col gap-4">
            <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
              {part.text}
            </ReactMarkdown>
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <ExampleTabs key={index} name={`example ${index + 1} of ${name}`} codes={part.codes} />
        ),
      )}
    </div>
  );
}

const components: Components = {
  h1: ({ children }) => <h1 className="text-2xl">{children}</h1>,
  h2: ({ children }) => (
    <h2 id={anchorOf(children)} className="mt-6 scroll-mt-4 border-t border-ink pt-3 text-xl">
      {children}
    </h2>
  ),
  h3: ({ children }) => (
    <h3 id={anchorOf(children)} className="mt-2 scroll-mt-4 text-lg">
      {children}
    </h3>
  ),
  p: ({ children }) => <p className="max-w-prose">{children}</p>,
  ul: ({ children }) => (
    <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 [li>&]:mt-2">{children}</ul>
  ),
  ol: ({ children }) => <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5">{children}</ol>,
  code: ({ children }) => <code className="font-mono text-[0.925em] break-words">{children}</code>,
  a: ({ href = '', children }) => <TextLink href={href}>{children}</TextLink>,
  table: ({ children }) => (
    <Table
      caption="Details"
      scroller={{ tabIndex: 0 }}
      className="max-sm:block [&_thead]:max-sm:sr-only [&_tbody]:max-sm:block"
    >
      {children}
    </Table>
  ),
  thead: ({ children }) => (
    <thead className="text-xs text-ink2 [&_th]:border-b [&_th]:border-ink">{children}</thead>
  ),
  tr: ({ children }) => <Row className="max-sm:block max-sm:h-auto max-sm:py-2">{children}</Row>,
  th: ({ children }) => <HeaderCell>{children}</HeaderCell>,
  td: ({ children }) => <Cell className="max-sm:block max-sm:py-0.5">{children}</Cell>,
};

/** As GitHub names the anchors of headings. */
function anchorOf(children: React.ReactNode): string | undefined {
  if (typeof children !== 'string') return undefined;
  return children
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
