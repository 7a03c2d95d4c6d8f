import { afterEach, expect, it, vi } from 'vitest';
import { LabroomError } from '../api/api-failure.ts';
import { fakePorts } from './fake-ports.ts';
import { type SearchText, uploadFindable } from './search-text.ts';
import type { UploadCheckpoint } from './upload-file.ts';

/** A file that takes without end to read. */
vi.mock('@labroom/formats/search-text', () => ({ searchTextOf: () => new Promise<null>(() => {}) }));

const never = new AbortController().signal;
const request = {
  oclId: '0x01',
  file: new File(['text'], 'a.md'),
  contentType: 'text/markdown',
  target: { path: 'a.md' },
  access: { level: 'PUBLIC' as const },
  changeBy: '0x',
};
const full = new LabroomError({
  code: 'QUOTA_EXCEEDED',
  message: 'Full.',
  details: JSON.stringify({ reason: 'QUOTA_EXCEEDED', quota: 'TEXT' }),
});
afterEach(() => vi.useRealTimers());

it('reads the text once for all attempts, and leaves it out where the lab has no room for it', async () => {
  const { ports, finished, fail } = fakePorts();
  const searchText = vi.fn<SearchText>(async (file) => `text of ${file.name}`);
  const checkpoint: UploadCheckpoint = {};
  const attempt = () => uploadFindable({ ...ports, searchText }, request, checkpoint, never);
  fail('finish', new Error('lost'));
  await expect(attempt()).rejects.toThrow('lost');
  fail('finish', full);
  await attempt();
  expect(searchText).toHaveBeenCalledTimes(1);
  expect(finished.map(({ contentText }) => contentText)).toEqual(['']);
});

it('reads for 15 seconds', async () => {
  // The reader is loaded in real time.
  await import('@labroom/formats/search-text');
  vi.useFakeTimers();
  const { ports, finished } = fakePorts();
  const uploading = uploadFindable(ports, request, {}, never);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(finished).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await uploading;
  expect(finished[0]).not.toHaveProperty('contentText');
});
