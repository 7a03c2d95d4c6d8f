import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { buildSchema, graphql } from 'graphql';
import pg from 'pg';

/** The peer: labs by graphql-js behind node:http, without authentication and limits. */
const [databaseUrl, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
// The database may stop before this process.
pool.on('error', () => {});

const schema = buildSchema(`
  type Query { labs(page: Int = 0): LabsPage! }
  type LabsPage { nodes: [Lab!]! totalCount: Int! pageInfo: PageInfo! }
  type Lab { oclId: String! shortname: String! name: String description: String image: String labNftTokenId: String!
    latestContributionAt: String }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! currentPage: Int! totalPages: Int! }
`);

const rootValue = {
  async labs({ page }: { page: number }) {
    const { rows } = await pool.query(
      'select * from labs order by latest_contribution_at desc nulls last, ocl_id limit 20 offset $1',
      [20 * page],
    );
    const counted = await pool.query('select count(*)::int as total from labs');
    const total: number = counted.rows[0].total;
    return {
      nodes: rows.map((row) => ({
        ...row,
        oclId: row.ocl_id,
        labNftTokenId: row.token_id,
        latestContributionAt: row.latest_contribution_at?.toISOString() ?? null,
      })),
      totalCount: total,
      pageInfo: {
        hasNextPage: total > 20 * (page + 1),
        hasPreviousPage: page > 0,
        currentPage: page,
        totalPages: Math.ceil(total / 20),
      },
    };
  },
};

createServer(async (request, response) => {
  const { query, variables } = (await json(request)) as { query: string; variables: Record<string, unknown> };
  const answer = await graphql({ schema, source: query, rootValue, variableValues: variables });
  response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(answer));
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
