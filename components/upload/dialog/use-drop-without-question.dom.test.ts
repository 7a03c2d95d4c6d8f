import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Message, onMessage } from '../../ui/message.ts';
import { useDropWithoutQuestion } from './use-drop-without-question.ts';

const queue = vi.hoisted(() => ({
  items: [{ id: 1 }],
  cancel: vi.fn(),
  getSnapshot: () => ({ items: queue.items }),
}));
vi.mock('../queue/uploads.ts', () => ({ uploadQueue: () => queue }));

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

async function drop(mayStart: boolean) {
  const messages: Message[] = [];
  const stop = onMessage((message) => messages.push(message));
  // What other tests said while nobody listened.
  messages.length = 0;
  const start = vi.fn(() => {
    queue.items = [...queue.items, { id: 2 }, { id: 3 }];
  });
  let asks: boolean | undefined;
  function Drop() {
    asks = useDropWithoutQuestion({ mayStart, isReady: true, count: 2, start });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Drop)));
  await act(async () => root.unmount());
  stop();
  return { asks, start, messages };
}

it('starts a drop once, and Stop ends its uploads and no other', async () => {
  const { asks, start, messages } = await drop(true);
  expect(asks).toBe(false);
  expect(start).toHaveBeenCalledTimes(1);
  expect(messages).toMatchObject([{ text: '2 files are being encrypted for the team, like this folder.' }]);
  messages[0]?.action?.run();
  expect(queue.cancel.mock.calls).toEqual([[2], [3]]);
});

it('starts nothing where a question is open', async () => {
  const { asks, start, messages } = await drop(false);
  expect(asks).toBe(true);
  expect(start).not.toHaveBeenCalled();
  expect(messages).toEqual([]);
});
