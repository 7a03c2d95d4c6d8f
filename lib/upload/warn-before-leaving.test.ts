import { expect, it } from 'vitest';
import type { QueueSnapshot } from './queue-snapshot.ts';
import { warnBeforeLeaving } from './warn-before-leaving.ts';

it('warns only while uploads would be lost', () => {
  const page = new EventTarget();
  let active = false;
  let notify = () => {};
  const queue = {
    subscribe: (listener: () => void) => {
      notify = listener;
      return () => true;
    },
    getSnapshot: () => ({ active }) as QueueSnapshot,
  };
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const change = (next: boolean) => {
    active = next;
    notify();
  };

  const end = warnBeforeLeaving(queue, page as Window);
  expect(isAsked()).toBe(false);
  change(true);
  expect(isAsked()).toBe(true);
  change(false);
  expect(isAsked()).toBe(false);
  change(true);
  end();
  expect(isAsked()).toBe(false);
});
