import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The limit: a node:http server that returns the response of `labs` for page `?page=` of 20, by one prepared statement and
 * JSON.stringify, without authentication, GraphQL and checks.
 */
const [databaseUrl, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
// The database may stop before this process.
pool.on('error', () => {});
const page = {
  name: 'labs',
  text: `select ocl_id, shortname, name, description, image, token_id, latest_contribution_at,
    (select count(*)::int from labs) as total
    from labs order by latest_contribution_at desc nulls last, ocl_id limit 20 offset $1`,
};

createServer(async (request, response) => {
  request.resume();
  const number = Number(new URL(request.url ?? '/', 'http://bare').searchParams.get('page'));
  const { rows } = await pool.query(page, [20 * number]);
  const total = rows[0].total;
  const body = JSON.stringify({
    data: {
      labs: {
        nodes: rows.map((row) => ({
          oclId: row.ocl_id,
          shortname: row.shortname,
          name: row.name,
          description: row.description,
          image: row.image,
          labNftTokenId: row.token_id,
          latestContributionAt: row.latest_contribution_at,
        })),
        totalCount: total,
        pageInfo: {
          hasNextPage: total > 20 * (number + 1),
          hasPreviousPage: number > 0,
          currentPage: number,
          totalPages: Math.ceil(total / 20),
        },
      },
    },
  });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
