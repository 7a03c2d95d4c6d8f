import type { SnippetFieldsFragment } from '@labroom/client/documents';
import { visibleName } from '#lib/names/visible-name.ts';
import { type Part, splitHighlights } from './split-highlights.ts';

interface HighlightedProps {
  snippet: SnippetFieldsFragment;
  /** The passage is Markdown. Its markup is removed. */
  markdown?: boolean;
}

/** A passage with its search words highlighted. */
export function Highlighted({ snippet, markdown = false }: HighlightedProps) {
  const parts = splitHighlights(snippet);
  return (markdown ? parts.map(partWithoutMarkup) : parts).map(({ at, text, isHit }) =>
    isHit ? (
      <mark key={at} className="rounded-sm bg-veil font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** A matching passage, as plain text and search words in turns. */
export function HighlightedParts({ parts }: { parts: readonly string[] }) {
  return parts.map((text, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
      <mark key={at} className="rounded-sm bg-veil font-medium text-ink">
        {visibleName(text)}
      </mark>
    ) : (
      visibleName(text)
    ),
  );
}

function partWithoutMarkup(part: Part): Part {
  return { ...part, text: withoutMarkup(part.text) };
}

export function withoutMarkup(text: string): string {
  return text.replace(/(^|\n)(#+|>|-) /g, '$1').replace(/[*`~]+/g, '');
}
