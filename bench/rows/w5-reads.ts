import { deepStrictEqual } from 'node:assert';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import type { BenchContext } from '../stack/bench-context.ts';
import { graphqlRequest } from '../stack/graphql-request.ts';
import { installPeer } from '../stack/install-peer.ts';
import { cpuMillisecondsOfPostgres } from '../stack/process-figures.ts';
import { throughput } from '../stack/throughput.ts';
import type { Case, Row } from './row.ts';

/** Concurrent requests with one credential share the read of its caller. */
const CREDENTIALS = 200;

const LAB = 'oclId shortname name description';
const FILE = 'did path version accessLevel description tags categories';

/** A read by our query, by that of PostGraphile, and by the path of the bare server. */
interface Read {
  name: string;
  keys(): string[];
  variables(key: string): Record<string, unknown>;
  ours: string;
  peer: string;
  path: string;
  /** PostGraphile lists labs without a contribution first, so its pages have other labs. */
  isOrderedOtherwise?: boolean;
}

const labIds = () => Array.from({ length: 900 }, (_, n) => `0x0101${(n + 2).toString(16).padStart(60, '0')}`);
const pages = () => Array.from({ length: 50 }, (_, page) => String(page));

/** What programs ask most. */
export const commonReads: Read[] = [
  {
    name: 'one lab',
    keys: labIds,
    variables: (oclId) => ({ oclId }),
    ours: `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { ${LAB} labNftTokenId } }`,
    peer: `query($oclId: String!) { labWithDataRoomAndFiles: labByOclId(oclId: $oclId) { ${LAB} labNftTokenId: tokenId } }`,
    path: 'lab',
  },
  {
    name: 'a data room, 20 files',
    keys: labIds,
    variables: (oclId) => ({ oclId }),
    ours: `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { filesPage(perPage: 20) { totalCount nodes { ${FILE} } } } } }`,
    peer: `query($oclId: String!) { labWithDataRoomAndFiles: labByOclId(oclId: $oclId) { dataRoom: filesByOclId(first: 20, orderBy: PATH_ASC) {
      totalCount nodes { ${FILE} } } } }`,
    path: 'room',
  },
  {
    name: 'a page of 20 labs of 50 pages',
    keys: pages,
    variables: (page) => ({ page: Number(page), offset: 20 * Number(page) }),
    ours: `query($page: Int) { labs(page: $page) { totalCount nodes { ${LAB} labNftTokenId } } }`,
    peer: `query($offset: Int) { labs: allLabs(first: 20, offset: $offset, orderBy: [LATEST_CONTRIBUTION_AT_DESC, OCL_ID_ASC]) {
      totalCount nodes { ${LAB} labNftTokenId: tokenId } } }`,
    path: 'labs',
    isOrderedOtherwise: true,
  },
];

/** Reads that programs ask most, each connection with keys of its own, so that no two requests share one by accident. */
export const randomReads: Row = {
  name: 'W5',
  title: 'reads with random keys, 32 connections',
  note: 'CPU is that of the server and of PostgreSQL. Only Labroom reads a caller, counts its requests against a limit (set so high that none is refused) and logs.',
  async prepare(context) {
    const stack = await context.stack();
    const bare = await context.program('reads-sql.ts', stack.databaseUrl);
    const peer = await postgraphile(context, stack.databaseUrl);
    const db = openDatabase(stack.databaseUrl, { maxConnections: 1 });
    context.onEnd(() => db.$client.end());
    const seconds = context.quick ? 1 : 4;
    const loaded = (server: { url: string; cpuMilliseconds(): number }) => ({
      url: server.url,
      cpuMilliseconds: async () => server.cpuMilliseconds() + (await cpuMillisecondsOfPostgres(db)),
    });
    const many = await Promise.all(
      Array.from({ length: CREDENTIALS }, () =>
        createConsumerCredential(db, 'local', 'bench', { perMinute: 1e8 }),
      ),
    );
    const callers = {
      'one credential': [stack.credential],
      [`${CREDENTIALS} credentials`]: many.map(({ credential }) => credential),
    };
    const cases = commonReads.flatMap((read) =>
      Object.entries(callers).map(([by, credentials]) => ({ read, by, credentials })),
    );
    return cases.map(({ read, by, credentials }): Case => {
      const keys = read.keys();
      const oneOf = (list: readonly string[]) => list[Math.floor(Math.random() * list.length)] ?? '';
      const draw = () => oneOf(keys);
      const post = (query: string, key: string) => ({
        path: '/graphql',
        ...graphqlRequest({ url: stack.url, credential: oneOf(credentials) }, query, read.variables(key)),
      });
      const get = (key: string) => ({ method: 'GET', path: `/${read.path}/${key}` }) as const;
      return {
        name: `${read.name}, ${by}`,
        figures: {
          'CPU ms/request': { better: 'less', target: { beside: 'limit', atMost: 3 } },
          'requests/s': { better: 'more' },
          'p50 ms': { better: 'less' },
          'p95 ms': { better: 'less' },
          'p99 ms': { better: 'less' },
        },
        sides: {
          ours: {
            what: 'the service: caller, limits, GraphQL, log',
            measure: () => throughput(loaded(stack), () => post(read.ours, draw()), seconds),
          },
          ...(peer && {
            peer: {
              what: 'PostGraphile 5.1.5, Amber preset',
              measure: () => throughput(loaded(peer), () => post(read.peer, draw()), seconds),
            },
          }),
          limit: {
            what: 'node:http, one prepared statement, JSON.stringify',
            measure: () => throughput(loaded(bare), () => get(draw()), seconds),
          },
        },
        async compare() {
          for (const key of [keys[0] ?? '', keys[7] ?? '']) {
            const { path, ...request } = post(read.ours, key);
            const ours = await json(fetch(`${stack.url}${path}`, request));
            deepStrictEqual(await json(fetch(`${bare.url}${get(key).path}`)), ours);
            if (peer && !read.isOrderedOtherwise)
              deepStrictEqual(await json(fetch(`${peer.url}${path}`, post(read.peer, key))), ours);
          }
        },
      };
    });
  },
};

/** PostGraphile has no object between a lab and a page of its files. */
async function json(response: Promise<Response>): Promise<unknown> {
  const text = await (await response).text();
  return JSON.parse(text, (key, value) => (key === 'dataRoom' ? (value.filesPage ?? value) : value));
}

async function postgraphile(context: BenchContext, databaseUrl: string) {
  const folder = await installPeer(await context.directory(), 'postgraphile@5.1.5');
  return folder && context.program('postgraphile.ts', databaseUrl, folder);
}
