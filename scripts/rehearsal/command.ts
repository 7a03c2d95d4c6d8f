import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { listen } from '@labroom/testing/transports/listen.ts';

export interface Shell {
  dir: string;
  env: Record<string, string>;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output and standard error. */
  output: string;
}

/** Runs a command in a shell, in a process group of its own. */
export async function runCommand(
  { dir, env }: Shell,
  command: string,
  onStart: (kill: () => void) => void = () => undefined,
): Promise<Ended> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const child = spawn('bash', ['-c', `exec 2>&1; ${command}`], {
    cwd: dir,
    env: { PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  onStart(() => process.kill(-Number(child.pid), 'SIGKILL'));
  const [output, [code, signal]] = await Promise.all([text(child.stdout), exited]);
  return { code, signal, output };
}

/** A node that holds back the answer to a transaction that it has accepted, and reports it instead. */
async function startHoldingNode(rpcUrl: string) {
  let onTransaction: (() => void) | null = null;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const result = await answer.text();
    if (onTransaction && body.includes('eth_sendRawTransaction')) return onTransaction();
    response.setHeader('content-type', 'application/json');
    response.end(result);
  });
  const { url, close } = await listen(server);
  return {
    url,
    /** Holds back from now on; `null`: answers everything. */
    hold(report: (() => void) | null): void {
      onTransaction = report;
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Repeats a command, each time killed by SIGKILL as soon as the node has its next transaction, until it ends by itself. */
export async function runWithKills(
  rpcUrl: string,
  shell: (rpcUrl: string) => Shell,
  command: string,
): Promise<Ended & { kills: number }> {
  await using node = await startHoldingNode(rpcUrl);
  for (let kills = 0; ; kills++) {
    const ended = await runCommand(shell(node.url), command, (kill) => node.hold(kill));
    if (ended.signal !== 'SIGKILL') return { ...ended, kills };
  }
}
