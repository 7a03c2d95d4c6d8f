import { browserCases } from './browser-case.ts';
import type { Row } from './row.ts';

export const encryptedDownload: Row = {
  name: 'W4',
  title: 'a file fetched, decrypted and checked in Chromium, until its bytes are there',
  note: 'From a bare server, without the call for the key.',
  async prepare(context) {
    const cases = (context.quick ? [1] : [1, 100]).map((megabytes) =>
      browserCases(context, megabytes, {
        work: 'download',
        ours: 'the app, in its worker',
        peer: 'fetch, then Web Crypto on the page',
        limit: 'fetch of the plain file',
        atMost: 1.3,
      }),
    );
    return (await Promise.all(cases)).flat();
  },
};
