import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { smallNewSpace } from '../process/small-new-space.ts';
import { LocalChainError } from './local-chain-error.ts';
import type { ChainMessage, ChainRequest } from './main.ts';

export type LocalChain = {
  rpcUrl: string;
  /** Process id of the chain. */
  pid: number;
  /** Resolves when the process has ended, stopped or not. */
  gone: Promise<void>;
  /** Moves a clock that is behind the wall clock forward to a Unix time in seconds, and never beyond the wall clock. */
  advanceTo(timestamp: number): Promise<void>;
  /** Ends the process after pending transactions are mined. */
  stop(): Promise<void>;
};

/**
 * Starts the local chain (chain id 31337) as a process and waits until it responds. Its state is in `<dataDir>/chain` and
 * survives kill -9 with identical block hashes. The process ends with its parent.
 * @param options.port 0 takes any free port
 * @param options.secondsBehind how far in the past a new chain begins; its clock stays behind until `advanceTo` moves it
 * @param options.testMethods enables `evm_mine` and `evm_increaseTime`
 * @param options.logFd file descriptor for the output of the chain
 * @throws LocalChainError with one sentence
 */
export async function startLocalChain(options: {
  dataDir: string;
  port: number;
  secondsBehind?: number;
  testMethods?: boolean;
  logFd?: number;
}): Promise<LocalChain> {
  const args = [smallNewSpace, path.join(import.meta.dirname, 'main.ts')];
  args.push('--port', String(options.port), '--data-dir', options.dataDir);
  args.push('--seconds-behind', String(options.secondsBehind ?? 0));
  if (options.testMethods) args.push('--test-methods');
  const output = options.logFd ?? 'ignore';
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, args, {
    // Its own process group: Ctrl-C only reaches the parent, which stops everything in order.
    detached: true,
    env: { HARDHAT_DISABLE_TELEMETRY: 'true', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    stdio: ['ignore', output, output, 'ipc'],
  });
  const gone = once(child, 'exit').then(() => undefined);
  const rpcUrl = await untilReady(child);
  return {
    rpcUrl,
    pid: child.pid ?? 0,
    gone,
    advanceTo: (timestamp) => advanceTo(child, timestamp),
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ChainMessage) => {
      if ('ready' in message) resolve(message.ready.rpcUrl);
      else if ('failed' in message) reject(new LocalChainError(message.failed));
    });
    child.once('error', (error) => reject(new LocalChainError(`The local chain: ${error.message}`, error)));
    // Not "exit", which can be emitted before the last message.
    child.once('disconnect', () => {
      reject(new LocalChainError('The local chain ended before it was ready.'));
    });
  });
}

function advanceTo(child: ChildProcess, timestamp: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new LocalChainError('The local chain ended before its clock was moved.'));
    const listen = (message: ChainMessage) => {
      if (!('advancedTo' in message) || message.advancedTo !== timestamp) return;
      child.off('message', listen).off('disconnect', ended);
      resolve();
    };
    child.on('message', listen).once('disconnect', ended);
    const request: ChainRequest = { advanceTo: timestamp };
    child.send(request);
  });
}
