import { type Draft, parseDraft } from './draft.ts';

const parameter = 'draft';

/** A link that passes a draft to another owner. The draft is in the fragment, which no server receives. */
export function linkOfDraft(page: string, draft: Draft): string {
  const url = new URL(page);
  url.hash = new URLSearchParams({ [parameter]: encode(JSON.stringify(draft)) }).toString();
  return url.href;
}

/** The draft in a URL fragment; `null` if there is none. */
export function draftOfFragment(fragment: string): Draft | null {
  const encoded = new URLSearchParams(fragment.replace(/^#/, '')).get(parameter);
  const json = encoded && decode(encoded);
  return json ? parseDraft(json) : null;
}

/** base64url of UTF-8. It needs no escaping, so chat programs keep the link intact. */
function encode(text: string): string {
  const binary = String.fromCodePoint(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decode(text: string): string | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0));
  } catch {
    return null;
  }
}
