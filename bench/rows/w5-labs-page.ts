import { deepStrictEqual } from 'node:assert';
import type { Row } from '../row.ts';
import { graphqlRequest } from '../stack/graphql-request.ts';
import { throughput } from '../stack/throughput.ts';

const LABS = `query($page: Int) { labs(page: $page) { nodes { oclId shortname name description image labNftTokenId latestContributionAt }
  totalCount pageInfo { hasNextPage hasPreviousPage currentPage totalPages } } }`;

/** Visitors browse labs: all read the first page, whose query concurrent requests share, or fifty pages. */
export const labsPage: Row = {
  name: 'W5',
  title: 'a page of 20 labs, 32 connections',
  note: 'PostGraphile is not installed; measured elsewhere, it took 2.7 times the CPU of hand-written rows.',
  async prepare(context) {
    const stack = await context.stack();
    const bare = await context.program('labs-sql.ts', stack.databaseUrl);
    const plain = await context.program('labs-graphql.ts', stack.databaseUrl);
    const seconds = context.quick ? 1 : 4;
    const sides = (pages: number[]) => {
      const asked = pages.map((page) => graphqlRequest(stack, LABS, { page }));
      const posts = asked.map((request) => ({ path: '/graphql', ...request }));
      const gets = pages.map((page) => ({ path: `/?page=${page}`, method: 'GET' as const }));
      return {
        ours: {
          what: 'the service: caller known, limits checked, GraphQL',
          measure: () => throughput(stack, posts, seconds),
        },
        peer: {
          what: 'graphql-js behind node:http, the usual way',
          measure: () => throughput(plain, posts, seconds),
        },
        limit: {
          what: 'node:http, one SQL statement, JSON.stringify',
          measure: () => throughput(bare, gets, seconds),
        },
      };
    };
    const compare = async () => {
      for (const page of [0, 1]) {
        const request = graphqlRequest(stack, LABS, { page });
        const bodies = await Promise.all(
          [
            fetch(`${stack.url}/graphql`, request),
            fetch(`${plain.url}/graphql`, request),
            fetch(`${bare.url}/?page=${page}`),
          ].map(async (response) => JSON.parse(await (await response).text())),
        );
        deepStrictEqual(bodies[1], bodies[0]);
        deepStrictEqual(bodies[2], bodies[0]);
      }
    };
    const figures = {
      'requests/s': { better: 'more', target: { beside: 'limit', atMost: 2 } },
      'CPU ms/request': { better: 'less', target: { beside: 'limit', atMost: 10 } },
    } as const;
    const fifty = Array.from({ length: context.quick ? 5 : 50 }, (_, page) => page);
    return [
      { name: 'first page', figures, sides: sides([0]), compare },
      { name: 'fifty pages', figures, sides: sides(fifty), compare },
    ];
  },
};
