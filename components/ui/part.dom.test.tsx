import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { part } from './part.tsx';

const Greeting = ({ name }: { name: string }) => `Hello ${name}`;

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

it('shows a part that could not be loaded in its place, and loads it again on request', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValueOnce(Greeting);
  const Part = part(load, { loading: 'loading' });
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <div>
        before <Part name="Ada" />
      </div>,
    ),
  );
  expect(place.textContent).toContain('before A part of this page could not be loaded.');
  await act(async () => place.querySelector('button')?.click());
  expect(place.textContent).toBe('before Hello Ada');
  expect(load).toHaveBeenCalledTimes(2);
  await act(async () => root.unmount());
});

it('loads once, and not on a server', async () => {
  const load = vi.fn(async () => Greeting);
  const Part = part(load, { loading: 'loading' });
  expect(renderToString(<Part name="Ada" />)).toBe('loading');
  expect(load).not.toHaveBeenCalled();

  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => root.render([<Part key="1" name="Ada" />, <Part key="2" name="Bob" />]));
  expect(place.textContent).toBe('Hello AdaHello Bob');
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});
