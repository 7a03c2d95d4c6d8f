'use client';

export interface Toast {
  kind: 'success' | 'error' | 'info';
  message: string;
  /** A second line: what to do next, or the request id. */
  description?: string;
  action?: ToastAction;
}

/** A button in a toast, which stays for ten seconds then. */
export interface ToastAction {
  label: string;
  run: () => void;
}

type Listener = (toast: Toast) => void;

let waiting: Toast[] = [];
let listener: Listener | null = null;

/** Shows a temporary message. Put important messages on the page instead. */
export function notify(
  kind: Toast['kind'],
  message: string,
  description?: string,
  action?: ToastAction,
): void {
  const toast: Toast = { kind, message, ...(description && { description }), ...(action && { action }) };
  if (listener) listener(toast);
  else waiting.push(toast);
}

/** Used only by `Toaster`: receives earlier and later toasts. */
export function onToast(next: Listener): () => void {
  listener = next;
  const missed = waiting;
  waiting = [];
  for (const toast of missed) next(toast);
  return () => {
    listener = null;
  };
}
