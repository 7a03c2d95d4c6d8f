import assert from 'node:assert';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import pg from 'pg';
import { wordOf } from '../data/prompts.ts';
import { askText } from '../stack/graphql-request.ts';
import { cpuMillisecondsOfPostgres } from '../stack/process-figures.ts';
import { startXapian } from '../stack/xapian.ts';
import type { Case, Row, Target } from './row.ts';
import { median } from './run-case.ts';

const SEARCH = `query($prompt: String!) { searchLabs(prompt: $prompt) { totalCount nodes { __typename
  ... on SearchLabsFileHit { entry { path } } } } }`;
const ANY = `select f.path from search_documents d join files f on f.id = d.file_id
  where d.stems @@ replace(plainto_tsquery('public.search_stems', $1)::text, '&', '|')::tsquery`;
const MATCHES = `from search_documents d join files f on f.id = d.file_id
  where d.stems @@ plainto_tsquery('public.search_stems', $1)`;
const statements = {
  peer: `select f.path ${MATCHES} order by ts_rank(d.stems, plainto_tsquery('public.search_stems', $1)) desc limit 10`,
  limit: `select f.path ${MATCHES} limit 10`,
};
/** The words of all files, for Xapian. */
const TEXTS = `select path, concat_ws(' ', path, description, array_to_string(tags || categories, ' '), content_text) from files`;
/** Searches per sample: processor time is counted in hundredths of a second. */
const CPU_TIMES = 200;
/** The index that the peer and the limit need. */
const PEER_INDEX =
  'create index if not exists bench_stems on search_documents using gin (stems) with (fastupdate = false)';

/** Prompts, and their allowed time relative to PostgreSQL's ranking. */
const classes: { name: string; prompts: string[]; target: Target }[] = [
  {
    name: 'two frequent words',
    prompts: [`${wordOf(0)} ${wordOf(1)}`],
    target: { beside: 'peer', atMost: 0.1 },
  },
  { name: 'one rare word', prompts: [wordOf(9_000), wordOf(9_100)], target: { beside: 'peer', atMost: 0.5 } },
  {
    name: 'a frequent and a rare word',
    prompts: [`${wordOf(0)} ${wordOf(8_000)}`, `${wordOf(1)} ${wordOf(8_100)}`],
    target: { beside: 'peer', atMost: 0.5 },
  },
];

export const search: Row = {
  name: 'W9',
  title: 'the ten best hits of all files, milliseconds at the median',
  note:
    'Peer and limit are bare SQL with a GIN index of their own, without HTTP, GraphQL, correction, completion, snippets or announcements. ' +
    'They want every word, so what they rank need not be what ours ranks first. Xapian searches any word, as ours, in a process that gets prompts by a pipe. ' +
    'Meilisearch and Typesense are no npm packages.',
  async prepare(context) {
    const stack = await context.stack();
    const client = new pg.Client({ connectionString: stack.databaseUrl });
    await client.connect();
    context.onEnd(() => client.end());
    const db = openDatabase(stack.databaseUrl, { maxConnections: 1 });
    context.onEnd(() => db.$client.end());
    await client.query(PEER_INDEX);
    const paths = async (statement: string, prompt: string) =>
      (await client.query<{ path: string }>({ text: statement }, [prompt])).rows.map(({ path }) => path);
    const ours = async (prompt: string) => {
      const { data } = JSON.parse(await askText(stack, SEARCH, { prompt }));
      return data.searchLabs.nodes.flatMap(
        ({ entry }: { entry?: { path: string } }) => entry?.path ?? [],
      ) as string[];
    };
    const times = context.quick ? 2 : 10;
    const timed =
      (prompts: string[], ask: (prompt: string) => Promise<unknown>, count = times) =>
      async () => {
        const taken: number[] = [];
        for (let time = 0; time < count; time += 1) {
          const begun = performance.now();
          await ask(prompts[time % prompts.length] ?? '');
          taken.push(performance.now() - begun);
        }
        return { ms: median(taken) };
      };
    const counted =
      (prompts: string[], ask: (prompt: string) => Promise<unknown>, cpu: () => Promise<number>) =>
      async () => {
        const before = await cpu();
        const { ms } = await timed(prompts, ask, CPU_TIMES)();
        return { ms, 'CPU ms': ((await cpu()) - before) / CPU_TIMES };
      };
    const cpuMilliseconds = async () => stack.cpuMilliseconds() + (await cpuMillisecondsOfPostgres(db));
    const { rows: documents } = await client.query<[path: string, text: string]>({
      text: TEXTS,
      rowMode: 'array',
    });
    const xapian = await startXapian(context, documents);
    const besideXapian = classes.flatMap(({ name, prompts }): Case[] => {
      if (!xapian) return [];
      return [
        {
          name: `${name}, beside Xapian`,
          figures: { ms: { better: 'less' }, 'CPU ms': { better: 'less' } },
          sides: {
            ours: { what: 'searchLabs, over HTTP', measure: counted(prompts, ours, cpuMilliseconds) },
            peer: {
              what: 'Xapian, any word, by BM25',
              measure: counted(
                prompts,
                (prompt) => xapian.search(prompt),
                async () => xapian.cpuMilliseconds(),
              ),
            },
          },
          async compare() {
            for (const prompt of prompts) {
              const any = new Set(await paths(ANY, prompt));
              const found = await xapian.search(prompt);
              assert(found.length === Math.min(10, any.size) && found.every((path) => any.has(path)), prompt);
            }
          },
        },
      ];
    });
    const beside = classes.map(
      ({ name, prompts, target }): Case => ({
        name,
        figures: { ms: { better: 'less', target } },
        sides: {
          ours: { what: 'searchLabs, over HTTP', measure: timed(prompts, ours) },
          peer: {
            what: "PostgreSQL's ts_rank, all words",
            measure: timed(prompts, (prompt) => paths(statements.peer, prompt)),
          },
          limit: {
            what: 'any ten matches, unranked',
            measure: timed(prompts, (prompt) => paths(statements.limit, prompt)),
          },
        },
        /** Does not compare the order: checks that every hit has a word, and that none is missed of the first ten. */
        async compare() {
          for (const prompt of prompts) {
            const any = new Set(await paths(ANY, prompt));
            const found = await ours(prompt);
            assert(
              found.every((path) => any.has(path)),
              `${prompt}: a hit has no word`,
            );
            assert(found.length >= Math.min(10, any.size), `${prompt}: ${found.length} hits of ${any.size}`);
          }
        },
      }),
    );
    return [...beside, ...besideXapian];
  },
};
