'use client';
import { useEffect, useState } from 'react';
import { watchActions } from './acted.ts';
import { type Message, onMessage } from './message.ts';
import { part } from './part.tsx';

const MessageHost = part(async () => (await import('./message-host.tsx')).MessageHost);

/** Shows the last message of `notify`. The code for it is loaded with the first one. */
export function Messages() {
  const [last, setLast] = useState<Message | null>(null);
  useEffect(watchActions, []);
  useEffect(() => onMessage(setLast), []);
  return last && <MessageHost message={last} />;
}
