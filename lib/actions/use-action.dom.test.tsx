import { LabroomError } from '@labroom/client/api-failure';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAction } from './use-action.ts';

let root: Root;
let current: ReturnType<typeof useAction<[], string>>;

function Button({ action }: { action: () => Promise<string> }) {
  current = useAction(action);
  return null;
}

const show = (action: () => Promise<string>) => act(async () => root.render(<Button action={action} />));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

it('reports that an action runs, and then its result', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  await show(() => promise);
  await act(async () => void current.run());
  expect(current).toMatchObject({ isRunning: true, failure: null, result: undefined });
  await act(async () => resolve('saved'));
  expect(current).toMatchObject({ isRunning: false, failure: null, result: 'saved' });
});

it('explains why an action failed, and clears that with the next run', async () => {
  const error = new LabroomError({ code: 'NOT_FOUND', message: 'No such file.', requestId: 'r1' });
  await show(() => Promise.reject(error));
  await act(() => current.run());
  expect(current).toMatchObject({ isRunning: false, failure: { title: 'No such file.', requestId: 'r1' } });
  await show(async () => 'saved');
  await act(() => current.run());
  expect(current).toMatchObject({ failure: null, result: 'saved' });
});
