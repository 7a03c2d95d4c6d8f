import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { type Relay, startRelay } from '@labroom/testing/relay.ts';
import { mountSmallDisk, type SmallDisk } from '@labroom/testing/small-disk.ts';
import type { Cleanup } from './cleanup.ts';

/** Megabytes. PostgreSQL reserves a part of it for its log. */
const DISK_MB = 1_024;

/** Parts of a stack behind relays that can be cut, and a database on a disk that can be filled. */
export interface WeakParts {
  database: Relay;
  node: Relay;
  store: Relay;
  disk: SmallDisk;
  databaseUrl: string;
  rpcUrl: string;
  storeUrl: string;
  /** PostgreSQL ends when it cannot write its log. */
  restartDatabase(): Promise<void>;
}

export async function startWeakParts(
  cleanup: Cleanup,
  { store, chain }: { store: { endpoint: string }; chain: { rpcUrl: string } },
): Promise<WeakParts> {
  const disk = mountSmallDisk(DISK_MB);
  if (!disk) throw new Error('A disk that can be filled needs root.');
  cleanup.add(async () => disk.remove());
  const port = await freePort();
  const startDatabase = () => ensureEmbeddedPostgres({ dataDir: disk.path, port });
  let postgres = await startDatabase();
  cleanup.add(() => postgres.stop());
  const relays = {
    database: await startRelay(postgres.url),
    node: await startRelay(chain.rpcUrl),
    store: await startRelay(store.endpoint),
  };
  for (const relay of Object.values(relays)) cleanup.add(() => relay.close());
  const through = (url: string, relay: Relay) => {
    const to = new URL(url);
    to.port = new URL(relay.url).port;
    return to.href.replace(/\/$/, '');
  };
  return {
    ...relays,
    disk,
    databaseUrl: through(postgres.url, relays.database),
    rpcUrl: through(chain.rpcUrl, relays.node),
    storeUrl: through(store.endpoint, relays.store),
    async restartDatabase() {
      postgres = await startDatabase();
    },
  };
}
