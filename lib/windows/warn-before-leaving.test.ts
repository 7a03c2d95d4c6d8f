import { expect, it } from 'vitest';
import { warnBeforeLeaving } from './warn-before-leaving.ts';

it('warns only while work would be lost', () => {
  const page = new EventTarget();
  let active = false;
  let notify = () => {};
  const work = {
    subscribe: (listener: () => void) => {
      notify = listener;
      return () => true;
    },
    getSnapshot: () => ({ active }),
  };
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const change = (next: boolean) => {
    active = next;
    notify();
  };

  const end = warnBeforeLeaving(work, page as Window);
  expect(isAsked()).toBe(false);
  change(true);
  expect(isAsked()).toBe(true);
  change(false);
  expect(isAsked()).toBe(false);
  change(true);
  end();
  expect(isAsked()).toBe(false);
});
