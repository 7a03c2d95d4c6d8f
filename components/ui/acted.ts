const overlays = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Where the person acted last: in the page, and in a dialog. */
export const acted: { inPage: Element | null; inDialog: Element | null } = { inPage: null, inDialog: null };

/** Notes where the person acts from now on. Returns a function that ends it. */
export function watchActions(): () => void {
  const note = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const overlay = target.closest(overlays);
    if (!overlay) acted.inPage = target;
    else if (overlay.matches('[role="dialog"]')) acted.inDialog = target;
  };
  const types = ['pointerdown', 'keydown', 'submit'];
  for (const type of types) document.addEventListener(type, note, true);
  return () => {
    for (const type of types) document.removeEventListener(type, note, true);
  };
}
