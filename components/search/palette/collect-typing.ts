export interface TypingCollector {
  /** What was typed so far. */
  readonly text: string;
  readonly isActive: boolean;
  stop(): void;
}

/** Collects what is typed until a field can take it, so that no character is lost or reaches the page. */
export function collectTyping(): TypingCollector {
  let text = '';
  let isActive = true;
  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    if (event.key.length === 1) text += event.key;
    else if (event.key === 'Backspace') text = text.slice(0, -1);
    event.preventDefault();
  }
  window.addEventListener('keydown', onKey);
  return {
    get text() {
      return text;
    },
    get isActive() {
      return isActive;
    },
    stop() {
      isActive = false;
      window.removeEventListener('keydown', onKey);
    },
  };
}
