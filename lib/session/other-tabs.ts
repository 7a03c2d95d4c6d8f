import type { Session } from './session.ts';

const name = 'labroom.session';

/** Tells the other tabs of this browser who is signed in now. */
export function tellOtherTabs(session: Session | null): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(session);
  channel.close();
}

/** Calls `listener` when another tab signs in or out. Returns a function that stops listening. */
export function onOtherTab(listener: (session: Session | null) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Session | null>) => listener(data);
  return () => channel.close();
}
