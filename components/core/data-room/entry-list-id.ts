/** The grid of a data room. It takes the focus back when a file, a menu or a field is closed. */
export const entryListId = 'entry-list';

export function focusEntryList(): void {
  document.getElementById(entryListId)?.focus({ preventScroll: true });
}
