import { createChainClient } from '@labroom/service/chain/create-chain-client.ts';
import { runIndexer } from '@labroom/service/chain/indexer/run.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { polling } from '@labroom/service/platform/jobs/waiter.ts';
import pino from 'pino';

/** The indexer alone, as a process that can be killed; patient for milliseconds only. */
const env = readEnv();
const config = decideConfig(env);
const { rpcUrl, id: chainId, contracts } = config.chain;
const chain = createChainClient({ rpcUrl, chainId, contracts });
const log = pino({ level: 'debug' }, pino.destination({ sync: true }));
const timing = { wait: polling(5), retryMs: 5 };
await runIndexer(
  { db: openDatabase(env.DATABASE_URL), chain, config },
  log,
  new AbortController().signal,
  timing,
);
