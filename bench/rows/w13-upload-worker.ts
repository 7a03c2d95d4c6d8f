import { openBenchPage } from '../browser/open-bench-page.ts';
import type { UploadWorkerPage } from '../upload-worker/page.ts';
import type { Row, Side } from './row.ts';

const MB = 1_000_000;
/** Sizes, and encryptions per sample, so that a sample takes long enough to be timed. */
const sizes = [
  { size: MB, times: 30 },
  { size: 16 * MB, times: 6 },
  { size: 100 * MB, times: 2 },
];

export const uploadWorker: Row = {
  name: 'W13',
  title: 'a file encrypted and hashed in workers, as the web app does it, in Chromium',
  note: 'From file to file, ours reads the bytes and makes a file of the result as well. What each makes is decrypted and compared first.',
  async prepare(context) {
    const page = await openBenchPage(context, 'upload-worker');
    return sizes.flatMap(({ size, times }) => {
      const side = (what: string, name: Parameters<UploadWorkerPage['measure']>[0]): Side => ({
        what,
        async measure() {
          const milliseconds = await page.evaluate<number>(`page.measure('${name}', ${times})`);
          return { 'MB/s': (size / MB / milliseconds) * times * 1000 };
        },
      });
      const peer = side('AES-GCM and SHA-256 by Web Crypto in one worker, in memory', 'encryptAndHash');
      const limit = side('AES-GCM alone, in memory', 'encrypt');
      async function compare() {
        await page.evaluate(`page.prepare(${size})`);
        await page.evaluate('page.compare()');
      }
      return [
        {
          name: `${size / MB} MB encrypted in memory`,
          figures: { 'MB/s': { better: 'more', target: { beside: 'limit', atMost: 1.25 } } } as const,
          sides: { ours: side('the worker’s encryption alone', 'encryptOnly'), limit },
          compare,
        },
        {
          name: `${size / MB} MB from file to file`,
          figures: { 'MB/s': { better: 'more' } } as const,
          sides: { ours: side('the worker, from a file to one, with the hash', 'file'), peer, limit },
          compare,
        },
      ];
    });
  },
};
