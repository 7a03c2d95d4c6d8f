import { expect, it } from 'vitest';
import { onOtherTab, tellOtherTabs } from './other-tabs.ts';

const session = { walletAddress: '0xab', expiresAt: '2030-01-01T00:00:00.000Z' };

it('tells the other tabs, and not the tab that tells', async () => {
  const heard: unknown[] = [];
  const stop = onOtherTab((now) => heard.push(now));
  const other = new BroadcastChannel('labroom.session');
  const told = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  tellOtherTabs(session);
  expect(await told).toEqual(session);
  expect(heard).toEqual([]);

  const back = new Promise<void>((resolve) => {
    const stopWaiting = onOtherTab(() => {
      stopWaiting();
      resolve();
    });
  });
  other.postMessage(null);
  await back;
  expect(heard).toEqual([null]);
  stop();
  other.close();
});
