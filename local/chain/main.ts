import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Chain } from './chain.ts';
import { lockDirectory } from './directory-lock.ts';
import { serveJsonRpc } from './http-server.ts';
import { Journal } from './journal.ts';
import { JsonRpc } from './json-rpc.ts';
import { LocalChainError } from './local-chain-error.ts';

/** Message of the process to its parent, if any. */
export type ChainMessage = { ready: { rpcUrl: string } } | { failed: string } | { advancedTo: number };

/** Message of the parent: moves the clock, see `Chain.advanceTo`. */
export type ChainRequest = { advanceTo: number };

/**
 * The local chain as a process: `node local/chain/main.ts --port 8545 --data-dir .labroom`. Exits with 0 on SIGINT,
 * SIGTERM or the end of its parent, and with 1 and one sentence if it fails.
 */
async function main(): Promise<void> {
  const { port, dataDir, testMethods, secondsBehind } = readArguments();
  const directory = path.join(dataDir, 'chain');
  await mkdir(directory, { recursive: true }).catch((error) => {
    throw new LocalChainError(`The folder ${directory} cannot be made (${error.code}).`, error);
  });
  if (!(await lockDirectory(directory, 'chain'))) {
    throw new LocalChainError(`Another local chain already runs on ${directory}.`);
  }
  const journal = await Journal.open(directory, {
    format: 'labroom-local-chain',
    version: 2,
    chainId: 31337,
    hardfork: 'osaka',
    genesisTime: Math.floor(Date.now() / 1000) - secondsBehind,
  });
  const chain = await Chain.replay(journal);
  if (secondsBehind > 0 && journal.records.length === 0) await chain.fallBehind(secondsBehind);
  const server = await serveJsonRpc(chain, new JsonRpc(chain, { testMethods }), port, fail);

  async function stop(): Promise<void> {
    await server.close();
    await chain.close();
    process.exit(0);
  }
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
  process.on('message', ({ advanceTo }: ChainRequest) => {
    chain.advanceTo(advanceTo).then(() => tellParent({ advancedTo: advanceTo }), fail);
  });
  tellParent({ ready: { rpcUrl: server.rpcUrl } });
  console.log(`Local chain ${journal.header.chainId} ready on ${server.rpcUrl}, block ${chain.head.number}`);
}

function readArguments(): { port: number; dataDir: string; testMethods: boolean; secondsBehind: number } {
  const usage =
    'usage: node local/chain/main.ts --port <port> --data-dir <folder> [--seconds-behind <number>] [--test-methods]';
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        'seconds-behind': { type: 'string', default: '0' },
        'test-methods': { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port ?? 'missing');
    const dataDir = values['data-dir'];
    const secondsBehind = Number(values['seconds-behind']);
    const isPort = Number.isInteger(port) && port >= 0 && port <= 65535;
    if (!isPort || !dataDir || !Number.isInteger(secondsBehind) || secondsBehind < 0)
      throw new LocalChainError(usage);
    return { port, dataDir: path.resolve(dataDir), testMethods: values['test-methods'], secondsBehind };
  } catch (error) {
    throw new LocalChainError(usage, error);
  }
}

function tellParent(message: ChainMessage, told = () => {}): void {
  if (process.connected) process.send?.(message, undefined, {}, told);
  else told();
}

function fail(error: unknown): void {
  const sentence = error instanceof LocalChainError ? error.message : `The local chain failed: ${error}`;
  console.error(sentence);
  tellParent({ failed: sentence }, () => process.exit(1));
}

main().catch(fail);
