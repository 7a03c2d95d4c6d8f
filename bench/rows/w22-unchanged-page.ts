import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { fillRoom } from '../data/fill-room.ts';
import type { BenchContext } from '../stack/bench-context.ts';
import { cpuMillisecondsOfPostgres } from '../stack/process-figures.ts';
import { throughput } from '../stack/throughput.ts';
import { startWeb } from '../stack/web-process.ts';
import type { Case, Row } from './row.ts';

/** What a visitor's browser sends. */
const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };

export const unchangedPage: Row = {
  name: 'W22',
  title: 'a page that nobody changed, for visitors without a cookie',
  note: 'CPU of web app, service and PostgreSQL, over 32 connections. Wanted: 5 ms a page, 300 pages a second. The peer is the same page for visitors with a cookie, which is rendered for each; the limit sends the same bytes from the memory of a bare server.',
  async prepare(context) {
    const stack = await context.emptyStack();
    const { lab } = await fillRoom(stack, 2);
    const db = openDatabase(stack.databaseUrl);
    context.onEnd(() => db.$client.end());
    const web = await startWeb(context, stack);
    const cpuMilliseconds = async () =>
      web.cpuMilliseconds() + stack.cpuMilliseconds() + (await cpuMillisecondsOfPostgres(db));
    const seconds = context.quick ? 2 : 8;
    const pages = {
      'the front page': '/',
      'a lab': `/labs/${lab.oclId}`,
      'its files': `/labs/${lab.oclId}/files`,
    };
    const cases = Object.entries(pages).map(async ([name, path]): Promise<Case> => {
      const read = async (cookie: string | undefined) => {
        const answer = await fetch(web.url + path, { headers: { ...headers, ...(cookie && { cookie }) } });
        assert.equal(answer.status, 200);
        return answer.text();
      };
      const bare = await serve(context, await read(undefined));
      const ask = (cookie?: string) => () =>
        throughput(
          { url: web.url, cpuMilliseconds },
          () => ({ method: 'GET', path, headers: { ...headers, ...(cookie && { cookie }) } }),
          seconds,
        );
      return {
        name,
        figures: {
          'CPU ms/request': { better: 'less', target: { beside: 'peer', atMost: 0.1 } },
          'requests/s': { better: 'more' },
          'p50 ms': { better: 'less' },
          'p99 ms': { better: 'less' },
        },
        sides: {
          ours: { what: 'the web app', measure: ask() },
          peer: { what: 'the same page, rendered for each visitor', measure: ask('theme=system') },
          limit: {
            what: 'a bare server',
            measure: () =>
              throughput(
                { url: bare.url, cpuMilliseconds: async () => bare.cpuMilliseconds() },
                () => ({ method: 'GET', path: '/', headers }),
                seconds,
              ),
          },
        },
        async compare() {
          const title = (html: string) => /<title>[^<]+/.exec(html)?.[0];
          const kept = await read(undefined);
          assert.equal(kept, await read(undefined));
          assert.ok(title(kept));
          assert.equal(title(await read('theme=system')), title(kept));
        },
      };
    });
    return Promise.all(cases);
  },
};

async function serve(context: BenchContext, html: string) {
  const file = join(await context.directory(), 'page.html.gz');
  await writeFile(file, gzipSync(html));
  return context.program('page.ts', file);
}
