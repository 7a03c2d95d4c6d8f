import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalChain, startLocalChain } from '@labroom/local/chain/start-local-chain.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalBlocks } from './local-blocks.ts';

/** So long that no test sees a poll. */
const never = 3_600_000;
let chain: LocalChain;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'labroom-blocks-'));
  chain = await startLocalChain({ dataDir, port: 0, testMethods: true });
});
afterAll(async () => {
  await chain.stop();
  await rm(dataDir, { recursive: true });
});

test('a block of the local chain ends the wait of the indexer, and the chain stops with listeners', async () => {
  const blocks = new LocalBlocks(chain.rpcUrl, never);
  const stopping = new AbortController();
  const listening = blocks.listen(stopping.signal);
  // The number of the head, when it begins to listen.
  await blocks.wait(stopping.signal);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine' });
  await fetch(chain.rpcUrl, { method: 'POST', body });
  await blocks.wait(stopping.signal);
  const other = new URL('/blocks', chain.rpcUrl);
  expect((await fetch(other, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
  await chain.stop();
  stopping.abort();
  await listening;
});
