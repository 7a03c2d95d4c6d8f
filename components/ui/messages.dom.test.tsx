import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notify } from './message.ts';
import { Messages } from './messages.tsx';
import { statusLineId } from './place-ids.ts';

const loadHost = () => import('./message-host.tsx');

let pathname = '/one';
vi.mock('next/navigation', () => ({ usePathname: () => pathname }));

let root: Root;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  pathname = '/one';
  Element.prototype.scrollIntoView = () => {};
  // There is no layout here: every block is as wide as a page.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (content: ReactNode, dialog?: ReactNode) =>
  act(() =>
    root.render(
      <>
        <main id="content">{content}</main>
        {dialog}
        <Messages />
      </>,
    ),
  );
/** The first message loads the code that shows it. */
const told = (...message: Parameters<typeof notify>) =>
  act(async () => {
    notify(...message);
    await loadHost();
    await vi.advanceTimersByTimeAsync(0);
  });
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
const actOn = (selector: string) =>
  find(selector).dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
const text = () => document.body.textContent;

it('stands below the row in which the person acted, and closes itself', async () => {
  show(
    <section>
      <h2>Tokens</h2>
      <div className="row" style={{ display: 'flex' }}>
        <button type="button">Revoke</button>
      </div>
      <p>More</p>
    </section>,
  );
  actOn('button');
  await told('success', 'The token was revoked.');
  expect(find('.row').nextElementSibling?.textContent).toBe('The token was revoked.');
  wait(6_000);
  expect(find('.row').nextElementSibling?.textContent).toBe('More');
});

it('stands in the line above a list, if that is in sight', async () => {
  show(
    <>
      <div id={statusLineId} />
      <button type="button">Delete</button>
    </>,
  );
  const line = find(`#${statusLineId}`);
  const box = vi.spyOn(line, 'getBoundingClientRect');
  box.mockReturnValue({ top: 10, bottom: 50, height: 40 } as DOMRect);
  actOn('button');
  await told('success', 'Deleted.');
  expect(line.textContent).toBe('Deleted.');
  box.mockReturnValue({ top: -90, bottom: -50, height: 40 } as DOMRect);
  await told('success', 'Deleted again.');
  expect(line.textContent).toBe('');
  expect(text()).toContain('Deleted again.');
});

it('about an error stands in the open dialog and stays; a success does not go with the dialog', async () => {
  const page = (
    <button className="opener" type="button">
      Open
    </button>
  );
  show(page);
  actOn('.opener');
  show(page, <div role="dialog">A question</div>);
  actOn('[role=dialog]');
  await told('error', 'It was not sent.', 'Try again.');
  wait(60_000);
  expect(find('[role=dialog]').textContent).toBe('A questionIt was not sent. Try again.');
  await told('success', 'Sent.');
  expect(text()).not.toContain('It was not sent.');
  show(page);
  expect(text()).toContain('Sent.');
});

it('runs its action once and closes; the pointer puts off its end', async () => {
  show(<p>Text</p>);
  const run = vi.fn();
  await told('success', 'Moved.', undefined, { label: 'Undo', run });
  act(() => void find('[data-message]').dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  wait(60_000);
  act(() => find('[data-message] button').click());
  expect(run).toHaveBeenCalledTimes(1);
  expect(text()).not.toContain('Moved.');
});

it.each([
  ['a success', 'success', true],
  ['an error', 'error', false],
] as const)('about %s goes to the next page only if it is good news', async (_, kind, goes) => {
  show(
    <section>
      <button type="button">Publish</button>
    </section>,
  );
  actOn('button');
  await told(kind, 'What happened.');
  expect(text()).toContain('What happened.');
  pathname = '/two';
  show(<h1>Two</h1>);
  expect(text()?.includes('What happened.')).toBe(goes);
});
