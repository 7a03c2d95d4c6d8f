import type { Session } from './session.ts';

/** One channel for both directions: a channel does not hear itself, but another one of the same tab would. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('labroom.session');
  return channel;
}

/** Tells the other tabs of this browser who is signed in now. */
export function tellOtherTabs(session: Session | null): void {
  openChannel().postMessage(session);
}

/** Calls `listener` when another tab signs in or out. Returns a function that stops listening. */
export function onOtherTab(listener: (session: Session | null) => void): () => void {
  const hear = ({ data }: MessageEvent<Session | null>) => listener(data);
  const opened = openChannel();
  opened.addEventListener('message', hear);
  return () => opened.removeEventListener('message', hear);
}
