import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The peer: a simple server for PUT and GET of files. A PUT is hashed and synced before the response. */
const [directory = '', port] = process.argv.slice(2);

createServer(async (request, response) => {
  const path = join(directory, (request.url ?? '/').replaceAll('/', ''));
  if (request.method === 'GET') {
    response.setHeader('content-length', statSync(path).size);
    await pipeline(createReadStream(path), response);
    return;
  }
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, hashing, createWriteStream(path, { flush: true }));
  response.setHeader('etag', `"${hash.digest('hex')}"`).end();
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
