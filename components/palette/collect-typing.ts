/**
 * Collects what is typed while the field for it is loading, so that no character is lost or reaches the page. Returns a
 * function that stops and returns the text.
 */
export function collectTyping(): () => string {
  let typed = '';
  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    if (event.key.length === 1) typed += event.key;
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    event.preventDefault();
  }
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('keydown', onKey);
    return typed;
  };
}
