import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const preload = 'service/platform/db/drizzle-imports.mjs';

describe('the bootstrap', () => {
  let clone: string;
  let npm: string;

  function run(...args: string[]) {
    const env = { PATH: process.env.PATH ?? '', npm_execpath: npm };
    const child = spawn(process.execPath, [path.join(clone, 'scripts/bootstrap.mjs'), ...args], { env });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    }
    const ended = once(child, 'close').then(([code]) => ({ code, output: chunks.join('') }));
    return { child, ended };
  }
  async function script(source: string): Promise<string> {
    const file = path.join(clone, 'sample.ts');
    await writeFile(file, source);
    return file;
  }
  const installations = async () => (await readFile(path.join(clone, 'npm.log'), 'utf8')).trim().split('\n');

  // A fake npm that records its arguments, and fails once if there is a file "npm-fails".
  beforeEach(async () => {
    clone = await mkdtemp(path.join(tmpdir(), 'labroom-bootstrap-test-'));
    npm = path.join(clone, 'npm-cli.js');
    for (const file of ['scripts/bootstrap.mjs', preload]) {
      await mkdir(path.dirname(path.join(clone, file)), { recursive: true });
      await copyFile(path.join(import.meta.dirname, '..', file), path.join(clone, file));
    }
    await writeFile(path.join(clone, 'package-lock.json'), '{}');
    await writeFile(
      npm,
      `const fs = require('node:fs');
      process.chdir(__dirname);
      fs.mkdirSync('node_modules', { recursive: true });
      fs.writeFileSync('node_modules/program.mjs', 'console.log("of a package")');
      fs.writeFileSync('npm.cache', process.env.npm_config_cache ?? '');
      fs.appendFileSync('npm.log', process.argv[2] + '\\n');
      if (fs.existsSync('npm-fails')) {
        fs.rmSync('npm-fails');
        console.error('npm error code EUSAGE\\nnpm error Missing: sample@1.0.0 from lock file');
        process.exit(1);
      }`,
    );
  });
  afterEach(async () => {
    await rm(clone, { recursive: true, force: true });
  });

  test('gives each process that the script starts the short way to load Drizzle', async () => {
    const file = await script(`import { execFileSync } from 'node:child_process';
      const program = 'console.log(process.env.NODE_OPTIONS)';
      console.log(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }));`);
    expect((await run(file).ended).output).toContain(`--import=file://${clone}/${preload}`);
  });

  test('runs a program of a package on a fresh clone', async () => {
    const program = path.join(clone, 'node_modules/program.mjs');
    expect((await run(program).ended).output).toContain('of a package');
  });

  test('fetches a newer npm where that of the machine cannot read the lockfile', async () => {
    const old = path.join(clone, 'old/bin/npm-cli.js');
    await mkdir(path.dirname(old), { recursive: true });
    await writeFile(path.join(clone, 'old/package.json'), '{ "version": "9.2.0" }');
    const newer = '.node/node_modules/npm/bin/npm-cli.js';
    // The old one installs the newer one, and nothing else.
    await writeFile(
      old,
      `const fs = require('node:fs');
      fs.appendFileSync('${clone}/npm.log', process.argv.slice(2).join(' ') + '\\n');
      fs.mkdirSync('${clone}/.node/node_modules/npm/bin', { recursive: true });
      fs.copyFileSync('${npm}', '${clone}/${newer}');`,
    );
    npm = old;
    const sample = await script('console.log("ran")');
    expect((await run(sample).ended).output).toContain('Fetching a newer npm (this is 9.2.0)');
    const [fetched] = await installations();
    expect(fetched).toMatch(/^install --prefix \S+\.node --ignore-scripts npm@11\./);
    const log = path.join(clone, path.dirname(newer), 'npm.log');
    expect((await readFile(log, 'utf8')).trim()).toBe('ci');
  });

  test('installs once, and again after a change of the lockfile or a failure', async () => {
    const sample = await script('console.log("ran with", process.argv[2] as string)');
    expect((await run(sample, 'this').ended).output).toContain('ran with this');
    await run(sample).ended;
    expect(await installations()).toEqual(['ci']);

    await writeFile(path.join(clone, 'package-lock.json'), '{ "changed": true }');
    await writeFile(path.join(clone, 'npm-fails'), '');
    const { code, output } = await run(sample).ended;
    expect(code).toBe(1);
    expect(output).toContain('Installing packages failed (npm code 1): Missing: sample@1.0.0 from lock file');
    await run(sample).ended;
    await run(sample).ended;
    expect(await installations()).toEqual(['ci', 'ci', 'ci']);
  });

  test('uses an npm cache in this folder if the home folder is not writable', async () => {
    const file = await script('console.log("ran")');
    const env = { PATH: process.env.PATH ?? '', npm_execpath: npm, HOME: '/dev/null/home' };
    const child = spawn(process.execPath, [path.join(clone, 'scripts/bootstrap.mjs'), file], { env });
    child.stdout.resume();
    child.stderr.resume();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await readFile(path.join(clone, 'npm.cache'), 'utf8')).toBe(path.join(clone, '.node/npm-cache'));
  });

  test('forwards signals and the exit code', async () => {
    const sample = await script(
      'process.on("SIGTERM", () => process.exit(7)); console.log("up"); setInterval(() => {}, 1000);',
    );
    const { child, ended } = run(sample);
    for await (const text of child.stdout) if (`${text}`.includes('up')) break;
    child.kill('SIGTERM');
    expect((await ended).code).toBe(7);
  });

  test('names missing requirements', async () => {
    const output = expect.stringContaining('There is no script nowhere.ts.\n');
    expect(await run('nowhere.ts').ended).toEqual({ code: 1, output });
    expect((await run().ended).output).toMatch(/^Usage: /);
  });
});
