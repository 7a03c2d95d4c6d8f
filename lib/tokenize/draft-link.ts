import { type Draft, parseDraft } from './draft.ts';

const parameter = 'draft';

/** A link to this page that carries a draft to another owner, behind the `#`: no server ever sees it. */
export function linkOfDraft(page: string, draft: Draft): string {
  const url = new URL(page);
  url.hash = new URLSearchParams({ [parameter]: encode(JSON.stringify(draft)) }).toString();
  return url.href;
}

/** The draft that a fragment carries; `null` where there is none. */
export function draftOfFragment(fragment: string): Draft | null {
  const encoded = new URLSearchParams(fragment.replace(/^#/, '')).get(parameter);
  const json = encoded && decode(encoded);
  return json ? parseDraft(json) : null;
}

/** base64url of UTF-8: nothing in it needs escaping, so that chat programs leave the link whole. */
function encode(text: string): string {
  const binary = String.fromCodePoint(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decode(text: string): string | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0));
  } catch {
    return null;
  }
}
