import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { webVariables } from '@labroom/protocol/variables';
import { closeLog, lastLines, logSize, openLog } from './log-file.ts';
import { StartError } from './start-error.ts';
import { keepBuild, restoreBuild, webBuilds } from './web-build-cache.ts';

const root = path.resolve(import.meta.dirname, '../..');
const build = path.join(root, '.next');
const stampFile = path.join(build, 'built-from');
const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');

/** Source folders and files of the web app. */
const inputs = ['app', 'components', 'web', 'lib', 'packages', 'contracts', 'public'];
const isInputFile = (name: string) => /\.(ts|mjs|json)$/.test(name) && name !== 'next-env.d.ts';

/** Arguments of Node that serve the built web app on 127.0.0.1. */
export function webServerArguments(port: number): string[] {
  return [next, 'start', root, '--hostname', '127.0.0.1', '--port', String(port)];
}

/**
 * Builds the web app unless `.next` or a kept build (`web-build-cache.ts`) has the same sources. The stamp is written last,
 * so what was interrupted is repeated.
 * @throws StartError if the build fails
 */
export async function ensureWebBuild(
  log: string,
  signal?: AbortSignal,
): Promise<'built' | 'restored' | 'up to date'> {
  const hash = await hashInputs();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === hash) return 'up to date';
  await rm(stampFile, { force: true });
  const isRestored = await restoreBuild(webBuilds, hash, build);
  if (!isRestored) {
    await runNextBuild(log, signal);
    await keepBuild(webBuilds, hash, build);
  }
  await writeFile(`${stampFile}.new`, hash);
  await rename(`${stampFile}.new`, stampFile);
  return isRestored ? 'restored' : 'built';
}

async function runNextBuild(log: string, signal?: AbortSignal): Promise<void> {
  const descriptor = openLog(log);
  const from = logSize(log);
  // One build runs in any environment. Settings in the shell of who builds must not decide whether it succeeds.
  const own = Object.entries(process.env).filter(([name]) => !webVariables.includes(name));
  const child = spawn(process.execPath, [next, 'build', root], {
    cwd: root,
    env: { ...Object.fromEntries(own), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', descriptor, descriptor],
    ...(signal && { signal }),
  });
  closeLog(descriptor);
  const [code] = await once(child, 'close').catch(() => [undefined]);
  if (code !== 0) {
    throw new StartError(`The web app could not be built. ${log} ends with:\n${lastLines(log, from, 20)}`);
  }
}

async function hashInputs(): Promise<string> {
  const { NEXT_OUTPUT = '' } = process.env;
  const platform = `${process.version} ${process.platform}-${process.arch} ${NEXT_OUTPUT}`;
  const hash = createHash('sha256').update(platform);
  for (const file of await listInputs()) {
    hash.update(`\0${path.relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function listInputs(): Promise<string[]> {
  const files = (await readdir(root)).filter(isInputFile).map((name) => path.join(root, name));
  for (const folder of inputs) {
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = await readdir(path.join(root, folder), options).catch(() => []);
    for (const entry of entries) {
      const isTest = /\.test\.tsx?$/.test(entry.name);
      const isSolidity = /contracts\/(src|test|vectors|deploy|local-chain)/.test(entry.parentPath);
      if (entry.isFile() && !isTest && !isSolidity) files.push(path.join(entry.parentPath, entry.name));
    }
  }
  return files.sort();
}
