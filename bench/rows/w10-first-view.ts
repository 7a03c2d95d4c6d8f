import assert from 'node:assert';
import path from 'node:path';
import { ensureWebBuild } from '@labroom/local/start/web-build.ts';
import { readEmptyPageScripts, readPageScripts } from '@labroom/scripts/web-build/page-scripts.ts';
import type { Row } from './row.ts';

const pages = ['/', '/labs/[lab]', '/labs/[lab]/files/[[...path]]', '/search'];
/** Gzipped bytes of the public viewer of Papermark, an open-source data room, at 7ff2e65, with a stubbed database. */
const papermarkViewer = 1_748_317;

export const firstView: Row = {
  name: 'W10',
  title: 'JavaScript of a first page view, gzipped',
  note: 'The peer was measured once, elsewhere: its build is not repeated here. Lighthouse: bench/lighthouse.ts.',
  async prepare(context) {
    const build = path.resolve(import.meta.dirname, '../../.next');
    await ensureWebBuild(path.join(await context.directory(), 'build.log'));
    const scripts = new Map((await readPageScripts(build)).map(({ route, bytes }) => [route, bytes]));
    const empty = await readEmptyPageScripts(build);
    return pages.map((route) => ({
      name: route,
      figures: { kB: { better: 'less', target: { beside: 'limit', atMost: 1.25 } } } as const,
      isExact: true,
      sides: {
        ours: { what: 'the page', measure: async () => ({ kB: (scripts.get(route) ?? Number.NaN) / 1_000 }) },
        peer: { what: "Papermark's public viewer", measure: async () => ({ kB: papermarkViewer / 1_000 }) },
        limit: { what: 'an empty page of the same framework', measure: async () => ({ kB: empty / 1_000 }) },
      },
      async compare() {
        assert(scripts.has(route), `The build has no page ${route}`);
      },
    }));
  },
};
