import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchContext } from '../stack/bench-context.ts';
import { installPeer } from '../stack/install-peer.ts';

interface Tus {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** For a `script` of the page. */
  client: Buffer;
  /** Returns the newest upload, and forgets it. */
  takeReceived(): Promise<Buffer>;
}

/** Returns the folder; `null` if the registry does not have it. */
export async function installTus(context: BenchContext): Promise<string | null> {
  const packages = ['@tus/server@2.4.5', '@tus/file-store@2.1.1', 'tus-js-client@4.3.1'];
  return installPeer(await context.directory(), ...packages);
}

/** The server of tus from `folder` with its own store in `directory`, and its client. */
export async function startTus(folder: string, directory: string): Promise<Tus> {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load = (name: string) => import(pathToFileURL(resolve(name)).href);
  const [{ Server }, { FileStore }] = [await load('@tus/server'), await load('@tus/file-store')];
  const stored = join(directory, 'tus');
  await mkdir(stored);
  const server = new Server({ path: '/tus', datastore: new FileStore({ directory: stored }) });
  return {
    handle: (request, response) => server.handle(request, response),
    client: await readFile(join(folder, 'node_modules/tus-js-client/dist/tus.min.js')),
    async takeReceived() {
      const names = await readdir(stored);
      const file = names.find((name) => !name.endsWith('.json')) ?? '';
      const bytes = await readFile(join(stored, file));
      await Promise.all(names.map((name) => rm(join(stored, name))));
      return bytes;
    },
  };
}
