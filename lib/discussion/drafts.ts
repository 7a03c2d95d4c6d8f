/** Texts about encrypted files stay in memory and end with the page. */
const inMemory = new Map<string, string>();

const storageKey = (key: string) => `labroom.draft.${key}`;

/** What a person has written and not sent. `isSecret`: the text must not reach the browser's storage. */
export function readDraft(key: string, isSecret: boolean): string {
  if (isSecret) return inMemory.get(key) ?? '';
  try {
    return localStorage.getItem(storageKey(key)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a draft; an empty one is removed. */
export function keepDraft(key: string, text: string, isSecret: boolean): void {
  if (isSecret) {
    if (text) inMemory.set(key, text);
    else inMemory.delete(key);
    return;
  }
  try {
    if (text) localStorage.setItem(storageKey(key), text);
    else localStorage.removeItem(storageKey(key));
  } catch {
    // The browser stores nothing. The draft ends with the page.
  }
}
