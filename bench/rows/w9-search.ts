import assert from 'node:assert';
import pg from 'pg';
import { wordOf } from '../data/prompts.ts';
import type { Case, Row, Target } from '../row.ts';
import { median } from '../run-case.ts';
import { askText } from '../stack/graphql-request.ts';

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
    'They want every word, so what they rank need not be what ours ranks first. Meilisearch and Typesense are no npm packages.',
  async prepare(context) {
    const stack = await context.stack();
    const client = new pg.Client({ connectionString: stack.databaseUrl });
    await client.connect();
    context.onEnd(() => client.end());
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
    const timed = (prompts: string[], ask: (prompt: string) => Promise<unknown>) => async () => {
      const taken: number[] = [];
      for (let time = 0; time < times; time += 1) {
        const begun = performance.now();
        await ask(prompts[time % prompts.length] ?? '');
        taken.push(performance.now() - begun);
      }
      return { ms: median(taken) };
    };
    return classes.map(
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
  },
};
