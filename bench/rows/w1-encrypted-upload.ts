import type { Row } from '../row.ts';
import { browserCase } from './browser-case.ts';

export const encryptedUpload: Row = {
  name: 'W1',
  title: 'a file encrypted, hashed and sent from Chromium',
  note:
    'To a bare server, without the calls of the API: 1 MB as a whole, 100 MB in parts of 8 MiB. First byte: until the server has it. tus-js-client is not installed; measured elsewhere, it took 1.58 times ' +
    'the limit for 100 MB, without encrypting.',
  prepare: async (context) =>
    Promise.all(
      (context.quick ? [1] : [1, 100]).map((megabytes) =>
        browserCase(context, megabytes, {
          work: 'upload',
          ours: 'the app, in its worker',
          peer: 'Web Crypto on the page, then fetch',
          limit: 'fetch of the plain file',
          atMost: 1.6,
        }),
      ),
    ),
};
