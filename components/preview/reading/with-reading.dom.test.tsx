import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WithReading } from './with-reading.tsx';

/** A worker whose reader refuses every file. */
class RefusingWorker {
  onmessage: ((event: { data: { error: string } }) => void) | null = null;
  onerror = null;
  postMessage(): void {
    queueMicrotask(() => this.onmessage?.({ data: { error: 'This is a text, not an HDF5 file.' } }));
  }
  terminate(): void {}
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('Worker', RefusingWorker);
});
afterEach(() => vi.unstubAllGlobals());

async function shown(body: Blob): Promise<HTMLElement> {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <WithReading format="hdf5" body={body} options={{ dataset: null }} opensWith="HDFView">
        {() => 'read'}
      </WithReading>,
    ),
  );
  return place;
}

const becomes = (place: HTMLElement, text: string) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      expect(place.textContent).toContain(text);
    },
    { timeout: 20_000 },
  );

it('shows the text of a file that its reader refuses, below the reason', async () => {
  const place = await shown(new Blob(['A R N\n4 -1 -2\n']));
  await becomes(place, '4 -1 -2');
  expect(place.textContent).toContain(
    'This is a text, not an HDF5 file. Download it to open it with HDFView.',
  );
});

it('shows only the reason for bytes that are no text', async () => {
  const place = await shown(new Blob([Uint8Array.of(0, 1, 2, 0xff, 0)]));
  await becomes(place, 'Download it to open it with HDFView.');
  expect(place.querySelector('pre')).toBeNull();
});
