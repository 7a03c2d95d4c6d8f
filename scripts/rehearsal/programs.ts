import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { webServerArguments } from '@labroom/local/start/web-build.ts';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Program {
  lines: readonly string[];
  /** Resolves when a line contains the text. @throws Error with the log if the program ends before */
  until(text: string): Promise<void>;
  /** @returns the exit code; `null` after a signal */
  stop(): Promise<number | null>;
}

/** Starts a program with exactly these variables. */
function start(args: string[], env: Record<string, string>): Program {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    env: { ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const { lines, until, write } = watchedLog();
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', write);
  return {
    lines,
    async until(text) {
      const failed = ended.then((code) => {
        throw new Error(`${args.join(' ')} ended with ${code}:\n${lines.join('\n')}`);
      });
      await Promise.race([until(text), failed]);
      failed.catch(() => undefined);
    },
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Starts the service. Resolves when it listens. @throws Error with its output if it ends */
export async function startServiceProgram(env: Record<string, string>): Promise<Program> {
  const program = start([join(root, 'service/main.ts')], env);
  await program.until('Server listening');
  return program;
}

export async function startWorkerProgram(env: Record<string, string>): Promise<Program> {
  const program = start([join(root, 'service/worker.ts')], env);
  await program.until('worker started');
  return program;
}

/** Starts the built web app on a port of this machine. */
export async function startWebProgram(env: Record<string, string>, port: number): Promise<Program> {
  const program = start(webServerArguments(port), { ...env, NEXT_TELEMETRY_DISABLED: '1' });
  await program.until('Ready in');
  return program;
}
