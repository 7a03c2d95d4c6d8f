import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ReadOptions, useRead } from './use-read.ts';

let root: Root;
let current: ReturnType<typeof useRead<string>>;

function Reader({ options }: { options: ReadOptions<string> }) {
  current = useRead(options);
  return current.data;
}

const show = (options: ReadOptions<string>) => flushSync(() => root.render(<Reader options={options} />));
const settled = () => vi.waitFor(() => expect(current.isReading).toBe(false));

beforeEach(() => {
  root = createRoot(document.createElement('div'));
});
afterEach(() => root.unmount());

it('explains a failure, and hides it while reading again', async () => {
  const read = vi.fn(() => Promise.reject<string>(new Error('no node')));
  show({ key: ['failing'], read });
  await settled();
  expect(current).toMatchObject({ data: undefined, failure: { title: 'no node' } });

  const { promise, resolve } = Promise.withResolvers<string>();
  read.mockReturnValue(promise);
  current.readAgain();
  await vi.waitFor(() => expect(current).toMatchObject({ failure: null, isReading: true }));
  resolve('read');
  await settled();
  expect(current).toMatchObject({ data: 'read', failure: null });
  expect(read).toHaveBeenCalledTimes(2);
});

it('ignores the result of a key that is no longer wanted', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  show({ key: ['stale', '1'], read: () => first.promise });
  show({ key: ['stale', '2'], read: () => second.promise });
  second.resolve('two');
  await settled();
  first.resolve('one');
  await new Promise(setImmediate);
  expect(current.data).toBe('two');
});

it('returns nothing for another key until it is read, or the previous result if asked to', async () => {
  show({ key: ['kept', '1'], read: async () => 'one' });
  await settled();
  const never = new Promise<string>(() => undefined);
  show({ key: ['kept', '2'], read: () => never, keepsPrevious: true });
  expect(current).toMatchObject({ data: 'one', isReading: true });
  show({ key: ['kept', '3'], read: () => never });
  expect(current).toMatchObject({ data: undefined, isReading: true });
});

it('reads again after a change, even if an earlier read has not ended', async () => {
  const before = Promise.withResolvers<string>();
  const read = vi.fn(() => before.promise);
  show({ key: ['changed'], read, initial: 'rendered' });
  expect(current.data).toBe('rendered');
  read.mockResolvedValue('after the change');
  current.readAgain();
  await vi.waitFor(() => expect(current.data).toBe('after the change'));
  before.resolve('before the change');
  await new Promise(setImmediate);
  expect(current.data).toBe('after the change');
});

it('caches a permanent result, but not its absence', async () => {
  const read = vi.fn(async (): Promise<string | null> => null) as ReturnType<
    typeof vi.fn<() => Promise<string>>
  >;
  const options = { key: ['permanent'], read, isPermanent: true };
  const visit = async () => {
    flushSync(() => root.render(null));
    show(options);
    await settled();
  };
  await visit();
  await visit();
  expect(read).toHaveBeenCalledTimes(2);
  read.mockResolvedValue('token');
  await visit();
  await visit();
  expect(read).toHaveBeenCalledTimes(3);
  expect(current.data).toBe('token');
});

it('reads nothing while a server renders', () => {
  const read = vi.fn(async () => 'read');
  expect(renderToString(<Reader options={{ key: ['server'], read, initial: 'rendered' }} />)).toBe(
    'rendered',
  );
  expect(read).not.toHaveBeenCalled();
});
