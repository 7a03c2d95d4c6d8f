import pino from 'pino';
import { createChainClient } from '../chain/chain-client.ts';
import { decideConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { openDatabase } from '../db/database.ts';
import { runIndexer } from '../indexer/run.ts';

/** The indexer alone, as a process that can be killed; patient for milliseconds only. */
const env = readEnv();
const config = decideConfig(env);
const { rpcUrl, id: chainId, contracts } = config.chain;
const chain = createChainClient({ rpcUrl, chainId, contracts });
const log = pino({ level: 'debug' }, pino.destination({ sync: true }));
const timing = { pollMs: 5, retryMs: 5 };
await runIndexer(
  { db: openDatabase(env.DATABASE_URL), chain, config },
  log,
  new AbortController().signal,
  timing,
);
