import { installTus } from '../browser/tus.ts';
import { browserCases } from './browser-case.ts';
import type { Row } from './row.ts';

export const encryptedUpload: Row = {
  name: 'W1',
  title: 'a file encrypted, hashed and sent from Chromium',
  note: 'To a bare server, which writes the body into a file, without the calls of the API: 1 MB as a whole, 100 MB in parts of 8 MiB. First byte: until the server has it. Tus runs in the same process, with its own store in the same folder.',
  async prepare(context) {
    const tus = await installTus(context);
    const cases = (context.quick ? [1] : [1, 100]).map((megabytes) =>
      browserCases(context, megabytes, {
        work: 'upload',
        tus,
        ours: 'the app, in its worker',
        peer: 'Web Crypto on the page, then fetch',
        limit: 'fetch of the plain file',
        atMost: 1.6,
      }),
    );
    return (await Promise.all(cases)).flat();
  },
};
