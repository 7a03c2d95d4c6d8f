import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The peer: PostGraphile with its Amber preset on the tables, from a folder where the bench has installed it. */
const [databaseUrl, folder = '', port] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, 'package.json'));
const load = (name: string) => import(pathToFileURL(resolve(name)).href);

const { postgraphile } = await load('postgraphile');
const { grafserv } = await load('postgraphile/grafserv/node');
const { PostGraphileAmberPreset } = await load('postgraphile/presets/amber');
const { makePgService } = await load('postgraphile/adaptors/pg');

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: databaseUrl, schemas: ['public'], poolConfig: { max: 10 } }),
  ],
  grafserv: { graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
