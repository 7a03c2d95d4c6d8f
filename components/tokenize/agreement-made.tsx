import { formatAmount } from '@labroom/protocol/token-amount';
import type { Draft } from '#lib/tokenize/draft.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';

const Markdown = part(async () => (await import('../ui/markdown/markdown-of-others.tsx')).MarkdownOfOthers, {
  loading: <Skeleton className="h-80 w-full" />,
});

interface AgreementMadeProps {
  draft: Draft;
  /** The text of the agreement. Omitted once it is sent. */
  text?: string | undefined;
  /** Whether the text is shown at once, because it is about to be signed. */
  isOpen?: boolean;
  /** Omitted once the agreement can no longer be changed. */
  onChange?: (() => void) | undefined;
}

/** The chosen plan and the agreement document made from it. */
export function AgreementMade({
  draft: { plan, agreement },
  text,
  isOpen = false,
  onChange,
}: AgreementMadeProps) {
  if (!agreement || (plan.kind !== 'tokenize' && plan.kind !== 'attach')) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <p>
        {plan.kind === 'tokenize' ? (
          <>
            A new token <strong className="text-ink">{plan.symbol}</strong>, initial supply{' '}
            {formatAmount(BigInt(plan.amount))}
          </>
        ) : (
          <>
            The existing token <Address value={plan.token} /> as{' '}
            <strong className="text-ink">{plan.symbol}</strong>
          </>
        )}
        .{' '}
        <TextLink href={`/agreements/${agreement.key}`} target="_blank">
          Open the agreement as a page
        </TextLink>
      </p>
      {text !== undefined && (
        <details open={isOpen} className="w-full">
          <summary className="w-fit rounded text-ink">Text of the agreement</summary>
          <section
            aria-label="Text of the agreement"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
            tabIndex={0}
            className="mt-2 max-h-112 overflow-y-auto rounded border border-edge bg-sheet px-4 py-2 text-ink [overflow-wrap:anywhere] sm:px-6 [&_h1]:text-xl!"
          >
            <div className="prose-lab max-w-prose">
              <Markdown rules="text">{text}</Markdown>
            </div>
          </section>
        </details>
      )}
      <p>
        Its SHA-256 <Address value={agreement.contentHash} /> was computed in your browser from the stored
        document.
      </p>
      {onChange && (
        <Button size="sm" variant="quiet" className="-ml-3" onClick={onChange}>
          Start over
        </Button>
      )}
    </div>
  );
}
