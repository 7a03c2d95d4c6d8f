import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processIdentity } from './process-identity.ts';
import { Program } from './program.ts';
import { RunFile } from './run-file.ts';

describe('a program under supervision', () => {
  let folder: string;
  let logFile: string;
  let program: Program | undefined;
  const spawned: number[] = [];
  let onSpawn: (pid: number) => void = () => undefined;

  async function run(source: string): Promise<Program> {
    const script = path.join(folder, 'program.mjs');
    await writeFile(script, source);
    program = new Program({ name: 'sample', args: [script], env: {}, logFile }, (pid) => {
      spawned.push(pid);
      onSpawn(pid);
    });
    return program;
  }

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'labroom-program-test-'));
    logFile = path.join(folder, 'sample.log');
    spawned.length = 0;
  });
  afterEach(async () => {
    await program?.stop();
    vi.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });

  test('is restarted after it ends, and its last log lines are printed', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const again = Promise.withResolvers<void>();
    onSpawn = () => spawned.length === 2 && again.resolve();
    await (await run('console.log("the last words"); setInterval(() => {}, 1000)')).start();
    const [first = 0] = spawned;
    await vi.waitFor(async () => expect(await readFile(logFile, 'utf8')).toContain('the last words'));
    process.kill(first, 'SIGKILL');
    await again.promise;
    expect(told.mock.calls.join('\n')).toMatch(/The sample ended \(SIGKILL\) .*\n.*the last words/s);
  });

  test('is killed if it ignores SIGTERM', async () => {
    const script = path.join(folder, 'stubborn.mjs');
    await writeFile(
      script,
      'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)',
    );
    const options = { name: 'stubborn', args: [script], env: {}, logFile, stopGraceMilliseconds: 100 };
    program = new Program(options, () => undefined);
    await program.start();
    await vi.waitFor(async () => expect(await readFile(logFile, 'utf8')).toContain('up'));
    await program.stop();
  });

  test('of a previous run is ended, but not another process with the same id', async () => {
    await (await run('setInterval(() => {}, 1000)')).start();
    const [pid = 0] = spawned;
    new RunFile(folder).note('sample', pid);
    const outsider = { name: 'outsider', pid: process.pid, identity: 'of another process' };
    const noted = JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8'));
    await writeFile(path.join(folder, 'run.json'), JSON.stringify([...noted, outsider]));
    program?.abandon();
    expect(await new RunFile(folder).endFormerRun()).toEqual(['sample']);
    // It can be a zombie until this process, its parent, reaps it.
    expect(processIdentity(pid)).toBeUndefined();
  });
});
