import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HiddenNotice } from './hidden-notice.tsx';
import { ReportButton } from './report-button.tsx';

const sent = vi.hoisted(() => vi.fn(async (_: object) => ({ report: { error: null } })));
vi.mock('#lib/api/use-api-mutation.ts', () => ({ useApiMutation: () => sent }));
vi.mock('#lib/session/api-provider.tsx', () => ({ withApi: <Part,>(part: Part) => part }));
vi.mock('#lib/session/session-context.tsx', () => ({ useIdentity: () => ({ kind: 'none' }) }));

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name));

it('says what a report does, and sends the reason and the text', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<ReportButton subject={{ kind: 'LAB', oclId: '0x01' }} />));
  await act(async () => button('Report…')?.click());
  // Its code is loaded on the click.
  await act(async () => void (await import('./report-dialog.tsx')));
  expect(document.body.textContent).toContain('Report this lab');
  expect(document.body.textContent).toContain('It does not name you.');
  await act(async () => button('Send report')?.click());
  expect(sent).toHaveBeenCalledExactlyOnceWith({
    input: { kind: 'LAB', oclId: '0x01', reason: 'SPAM', text: null },
  });
  expect(document.body.textContent).not.toContain('Report this lab');
  await act(async () => root.unmount());
});

it('shows members why something is hidden', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const hiding = { reason: 'It sells.', at: '2026-11-25T14:41:00.000Z' };
  await act(async () => root.render(<HiddenNotice hiding={hiding} what="This file" />));
  expect(place.textContent).toMatch(
    /^This file is hidden by the operator of this site since .*2026.*Reason: It sells\.$/,
  );
  await act(async () => root.unmount());
});
