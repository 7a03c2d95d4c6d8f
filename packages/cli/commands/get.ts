import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { streamFile } from '@labroom/client/streams';
import { type Invocation, type Outcome, type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { formatBytes, openProgress } from '../command-line/progress.ts';
import { connectToLab } from '../connection/connect.ts';
import { openPublicLab } from '../connection/public-lab.ts';
import { pathOfLab } from '../store/paths.ts';
import { placeFile } from '../sync/place-file.ts';
import { findVersion } from '../sync/remote.ts';
import { download } from '../sync/transfer.ts';

/** Larger ones are no text of one answer. */
const mostJsonBytes = 10_000_000;

/** Downloads one file to a path of this machine. */
export const get: Run = async (invocation) => {
  const target = resolve(
    invocation.cwd,
    textOption(invocation, 'output') ?? basename(wantedOf(invocation).typed),
  );
  if (existsSync(target)) throw new CommandError('failed', `${target} exists already.`);
  const place = { root: dirname(target), path: basename(target) };
  const open = await openPublicLab(invocation);
  const { path, version, sha256, size } = open
    ? await getPublic(open, invocation, place)
    : await getOpened(invocation, place);
  const text = `${target}: version ${version} of ${path} (${formatBytes(size)}).`;
  return { text, data: { path, version, file: target, bytes: size, sha256 } };
};

interface Place {
  root: string;
  path: string;
}

async function getPublic(
  open: NonNullable<Awaited<ReturnType<typeof openPublicLab>>>,
  invocation: Invocation,
  place: Place,
) {
  const { typed, version } = wantedOf(invocation);
  const path = pathOfLab(open.folder, invocation.cwd, typed);
  const file = await open.find(path, version);
  if (!file?.contentHash) throw noVersion(path, version);
  const sha256 = file.contentHash.replace(/^sha256:/, '');
  await placeFile({ ...place, replaces: null }, await open.content(file), sha256);
  return { path: file.path, version: file.version, sha256, size: Number(file.contentLength) };
}

async function getOpened(invocation: Invocation, place: Place) {
  const { client, lab, folder } = await connectToLab(invocation);
  const { typed, version } = wantedOf(invocation);
  const path = pathOfLab(folder, invocation.cwd, typed);
  const remote = await findVersion(client, { oclId: lab.oclId, path, version });
  if (!remote) throw noVersion(path, version);
  if (remote.sha256 === null) throw new CommandError('failed', `${path} is not yours to open.`);
  const progress = openProgress(invocation.terminal, { files: 1, bytes: remote.size });
  const file = progress.begin(remote.size);
  const action = { kind: 'download', path: place.path, remote, local: null } as const;
  const { sha256 } = await download({ client, lab, root: place.root }, action, file.set);
  progress.end();
  return { path: remote.path, version: remote.version, sha256, size: remote.size };
}

/** Prints the content of one file. */
export const cat: Run = async (invocation): Promise<Outcome> => {
  const { typed, version } = wantedOf(invocation);
  const open = await openPublicLab(invocation);
  const opened = open ? await catPublic(open, invocation) : await catOpened(invocation, typed, version);
  if (invocation.options.json !== true) return { text: '', content: opened.body, data: {} };
  const { body, ...about } = opened;
  if (about.size > mostJsonBytes)
    throw new CommandError(
      'usage',
      `${typed} is larger than ${formatBytes(mostJsonBytes)}. Use labroom get.`,
    );
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  const isText = Buffer.from(bytes.toString('utf8')).equals(bytes);
  const encoding = isText ? 'utf8' : 'base64';
  return { text: '', data: { ...about, encoding, content: bytes.toString(encoding) } };
};

async function catPublic(
  open: NonNullable<Awaited<ReturnType<typeof openPublicLab>>>,
  invocation: Invocation,
) {
  const { typed, version } = wantedOf(invocation);
  const path = pathOfLab(open.folder, invocation.cwd, typed);
  const file = await open.find(path, version);
  if (!file) throw noVersion(path, version);
  return {
    path: file.path,
    version: file.version,
    size: Number(file.contentLength),
    body: await open.content(file),
  };
}

async function catOpened(invocation: Invocation, typed: string, version: number | undefined) {
  const { client, lab, folder } = await connectToLab(invocation);
  const path = pathOfLab(folder, invocation.cwd, typed);
  const wanted = { oclId: lab.oclId, path, ...(version !== undefined && { version }) };
  const { file, body } = await streamFile(client.call, wanted);
  return { path: file.path, version: file.version, size: file.contentLength, body };
}

function wantedOf(invocation: Invocation): { typed: string; version: number | undefined } {
  const [typed, ...more] = invocation.args;
  if (!typed || more.length > 0) throw new CommandError('usage', 'Name one file of the lab.');
  const text = textOption(invocation, 'version');
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw new CommandError('usage', `--version is a number, not ${text}.`);
  return { typed, version: text === undefined ? undefined : Number(text) };
}

const noVersion = (path: string, version: number | undefined) =>
  new CommandError(
    'failed',
    version === undefined ? `There is no ${path} in the lab.` : `${path} has no version ${version}.`,
  );
