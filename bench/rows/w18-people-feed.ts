import { deepStrictEqual } from 'node:assert';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { labs } from '@labroom/service/platform/db/tables/labs.ts';
import autocannon from 'autocannon';
import { eq } from 'drizzle-orm';
import { fillPeopleFeed, peopleFeed } from '../data/fill-people-feed.ts';
import { cpuMillisecondsOfPostgres } from '../stack/process-figures.ts';
import { startWeb } from '../stack/web-process.ts';
import type { Row } from './row.ts';

/** Pages of each feed that are read, one after the other. */
const PAGES = 20;
/** Rows of a page. */
const ROWS = 30;

/** What groups and names cost: the same page, of a feed that has neither. */
export const peopleFeedPage: Row = {
  name: 'W18',
  title: 'a page of the feed of a lab with 10,000 entries and 50 people, rendered by the web app',
  note: 'CPU of web app, service and PostgreSQL. One visitor reads different pages one after the other, so no two requests share a query.',
  async prepare(context) {
    const stack = await context.stack();
    const db = openDatabase(stack.databaseUrl);
    context.onEnd(() => db.$client.end());
    await fillPeopleFeed(db);
    const web = await startWeb(context, stack);
    const [lab] = await db.select().from(labs).where(eq(labs.oclId, stack.lab.oclId));
    const pathsOf = (shortname: string) =>
      Array.from({ length: PAGES }, (_, page) => `/labs/${shortname}/activity?page=${page + 1}`);
    const cpu = async () =>
      web.cpuMilliseconds() + stack.cpuMilliseconds() + (await cpuMillisecondsOfPostgres(db));
    const rowsOf = async (shortname: string) => {
      const html = await (await fetch(`${web.url}${pathsOf(shortname)[0]}`)).text();
      return html.match(/class="[^"]*flex gap-3 py-3/g)?.length;
    };
    const measure = (shortname: string) => async () => {
      const requests = pathsOf(shortname).map((path) => ({
        method: 'GET' as const,
        path,
        // A page for a visitor with a cookie is rendered.
        headers: { cookie: 'theme=system' },
      }));
      const before = await cpu();
      const done = await autocannon({
        url: web.url,
        requests,
        connections: 1,
        duration: context.quick ? 3 : 10,
      });
      if (done.non2xx + done.errors > 0) throw new Error(`${done.non2xx} refused, ${done.errors} failed`);
      return {
        'CPU ms/page': ((await cpu()) - before) / done.requests.total,
        ms: done.latency.p50,
      };
    };
    return [
      {
        name: 'groups of eight by 50 people',
        figures: {
          'CPU ms/page': { better: 'less', target: { beside: 'peer', atMost: 2 } },
          ms: { better: 'less' },
        },
        sides: {
          ours: { what: 'entries in groups, with names', measure: measure(peopleFeed.shortname) },
          peer: {
            what: 'single entries of one person without a name',
            measure: measure(lab?.shortname ?? ''),
          },
        },
        async compare() {
          deepStrictEqual(
            [await rowsOf(peopleFeed.shortname), await rowsOf(lab?.shortname ?? '')],
            [ROWS, ROWS],
          );
        },
      },
    ];
  },
};
