import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The limit: a node:http server with one prepared statement for `/lab/<oclId>`, `/room/<oclId>` and `/labs/<page>`, and
 * JSON.stringify. No caller, no limits, no GraphQL.
 */
const [databaseUrl, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
// The database may stop before this process.
pool.on('error', () => {});

const columns = `ocl_id as "oclId", shortname, name, description, token_id as "labNftTokenId"`;
const statements: Record<string, string> = {
  lab: `select ${columns} from labs where ocl_id = $1`,
  room: `select did, path, version, access_level as "accessLevel", description, tags, categories,
    (select file_count from labs where ocl_id = $1) as total from files where ocl_id = $1 order by path collate "C" limit 20`,
  labs: `select ${columns}, (select count(*)::int from labs) as total
    from labs order by latest_contribution_at desc nulls last, ocl_id limit 20 offset 20 * $1::int`,
};

function answerOf(read: string, rows: { total?: number }[]): object {
  if (read === 'lab') return { labWithDataRoomAndFiles: rows[0] ?? null };
  const page = { totalCount: Number(rows[0]?.total ?? 0), nodes: rows.map(({ total: _, ...row }) => row) };
  return read === 'labs' ? { labs: page } : { labWithDataRoomAndFiles: { dataRoom: { filesPage: page } } };
}

createServer(async (request, response) => {
  request.resume();
  const [, read = '', key] = (request.url ?? '').split('/');
  const { rows } = await pool.query({ name: read, text: statements[read] ?? '', values: [key] });
  const body = JSON.stringify({ data: answerOf(read, rows) });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
