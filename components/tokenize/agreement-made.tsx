import type { Draft } from '#lib/tokenize/draft.ts';
import { formatAmount } from '#lib/tokenize/token-amount.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface AgreementMadeProps {
  draft: Draft;
  /** Omitted once the agreement can no longer be changed. */
  onChange?: (() => void) | undefined;
}

/** The chosen plan and the agreement document made from it. */
export function AgreementMade({ draft: { plan, agreement }, onChange }: AgreementMadeProps) {
  if (!agreement || plan.kind === 'issue' || plan.kind === 'cap') return null;
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
          Read the agreement
        </TextLink>
      </p>
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
