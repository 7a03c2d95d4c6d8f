import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RememberPlace } from '../core/recent/remember-place.tsx';
import { ContinueList } from './continue-list.tsx';

const session = vi.hoisted(() => ({ walletAddress: '' }));
vi.mock('#lib/session/session-context.tsx', () => ({
  useSession: () => ({ session: session.walletAddress ? session : null }),
}));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
  session.walletAddress = '0xaa';
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const lab = { oclId: '0x01', shortname: 'soil', title: 'Soil' };

async function open(path: string): Promise<void> {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<RememberPlace lab={lab} file={{ path, contentType: 'text/csv' }} />));
  // Its code is loaded for signed-in people.
  await act(() => vi.dynamicImportSettled());
  await act(async () => root.unmount());
}

/** The list as the server sends it, hydrated. */
async function shown() {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<ContinueList />);
  const before = place.textContent;
  const failed = vi.fn();
  const root = await act(async () => hydrateRoot(place, <ContinueList />, { onRecoverableError: failed }));
  const links = [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  await act(async () => root.unmount());
  expect(failed).not.toHaveBeenCalled();
  return { before, links, text: place.textContent };
}

it('shows the files and labs that the wallet opened last in this browser, after hydration', async () => {
  await open('raw/a.csv');
  await open('b.csv');
  const { before, links } = await shown();
  expect(before).toBe('');
  expect(links).toEqual([
    ['b.csvSoil', '/labs/soil/files?file=b.csv'],
    ['a.csvSoil', '/labs/soil/files/raw?file=raw%2Fa.csv'],
    ['Soil', '/labs/soil/files'],
  ]);
});

it('keeps nothing for visitors, and shows nothing of other wallets', async () => {
  session.walletAddress = '';
  await open('a.csv');
  expect(localStorage).toHaveLength(0);
  session.walletAddress = '0xbb';
  await open('a.csv');
  session.walletAddress = '0xaa';
  expect((await shown()).links).toEqual([]);
});
