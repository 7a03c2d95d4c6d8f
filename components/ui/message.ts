'use client';

export interface Message {
  kind: 'success' | 'error' | 'info';
  text: string;
  /** What to do next, or the request id. */
  advice?: string;
  action?: MessageAction;
}

/** A button in a message, which stays for ten seconds then. */
export interface MessageAction {
  label: string;
  run: () => void;
}

type Listener = (message: Message) => void;

let waiting: Message[] = [];
let listener: Listener | null = null;

/**
 * Shows a message where the person acts (`placeOfMessage`). It covers nothing and closes itself; one about an error stays
 * until the next. What must stay is part of the page instead.
 */
export function notify(kind: Message['kind'], text: string, advice?: string, action?: MessageAction): void {
  const message: Message = { kind, text, ...(advice && { advice }), ...(action && { action }) };
  if (listener) listener(message);
  else waiting.push(message);
}

/** Used only by `Messages`: receives earlier and later messages. */
export function onMessage(next: Listener): () => void {
  listener = next;
  const missed = waiting;
  waiting = [];
  for (const message of missed) next(message);
  return () => {
    listener = null;
  };
}
