import type { SnippetFieldsFragment } from '#packages/client/documents.generated.ts';
import { type Part, splitHighlights } from './split-highlights.ts';

interface HighlightedProps {
  snippet: SnippetFieldsFragment;
  /** The passage is Markdown. Its markup is removed. */
  markdown?: boolean;
}

/** A passage with its search words highlighted. */
export function Highlighted({ snippet, markdown = false }: HighlightedProps) {
  const parts = splitHighlights(snippet);
  return (markdown ? parts.map(withoutMarks) : parts).map(({ at, text, isHit }) =>
    isHit ? (
      <mark key={at} className="rounded-sm bg-veil font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function withoutMarks(part: Part): Part {
  return { ...part, text: part.text.replace(/(^|\n)(#+|>|-) /g, '$1').replace(/[*`~]+/g, '') };
}
