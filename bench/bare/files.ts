import { createServer } from 'node:http';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import pg from 'pg';

/**
 * Serves all files of the lab in the path. `aws`: the peer, rows with a URL each from the AWS SDK; `json`: the limit, the
 * JSON of one statement, without URLs. Neither authenticates callers nor parses GraphQL.
 */
const [databaseUrl, way, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
// The database may stop before this process.
pool.on('error', () => {});
const s3 = new S3Client({
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:9',
  forcePathStyle: true,
  credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
});

const from = `from files f join file_versions v on v.file_id = f.id and v.version = f.version where f.ocl_id = $1`;
const aggregated = `select coalesce(json_agg(json_build_object('did', did, 'path', path, 'contentType', v.content_type,
  'contentHash', 'sha256:' || v.sha256) order by path collate "C"), '[]')::text as files ${from}`;

async function files(oclId: string): Promise<string> {
  if (way === 'json') return (await pool.query({ name: 'files', text: aggregated }, [oclId])).rows[0].files;
  const text = `select did, path, v.content_type, v.sha256, v.object_key ${from} order by path collate "C"`;
  const { rows } = await pool.query({ name: 'files', text }, [oclId]);
  const signed = rows.map(async ({ did, path, content_type: contentType, sha256, object_key: Key }) => {
    const command = new GetObjectCommand({ Bucket: 'bench', Key });
    const downloadUrl = await getSignedUrl(s3, command, { expiresIn: 3_600 });
    return { did, path, contentType, contentHash: `sha256:${sha256}`, downloadUrl };
  });
  return JSON.stringify(await Promise.all(signed));
}

createServer(async (request, response) => {
  const body = `{"data":{"labWithDataRoomAndFiles":{"dataRoom":{"files":${await files((request.url ?? '/').slice(1))}}}}}`;
  response.setHeader('content-type', 'application/json; charset=utf-8').end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
