import { decodeText, encodeText } from '../urls/text-in-link.ts';
import { type Draft, parseDraft } from './draft.ts';

const parameter = 'draft';

/** A link that passes a draft to another owner. The draft is in the fragment, which no server receives. */
export function linkOfDraft(page: string, draft: Draft): string {
  const url = new URL(page);
  url.hash = new URLSearchParams({ [parameter]: encodeText(JSON.stringify(draft)) }).toString();
  return url.href;
}

/** The draft in a URL fragment; `null` if there is none. */
export function draftOfFragment(fragment: string): Draft | null {
  const encoded = new URLSearchParams(fragment.replace(/^#/, '')).get(parameter);
  const json = encoded && decodeText(encoded);
  return json ? parseDraft(json) : null;
}
