import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type LabroomClient, LabroomError } from '@labroom/client';
import { ReleaseManifestDocument } from '@labroom/client/documents';
import { type ManifestFile, parseManifest } from '@labroom/protocol/release-manifest';
import type { Invocation, Outcome } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { count } from '../command-line/progress.ts';
import { connect } from '../connection/connect.ts';
import { explainUnsafePath } from '../sync/local-name.ts';
import { hashFile, stampOf } from '../sync/scan.ts';
import { openState, type SyncState } from '../sync/state.ts';

/** What is known of a file of a release. `unopened`: encrypted, and this wallet may not open it. */
type Verdict = 'same' | 'different' | 'missing' | 'unopened';

/**
 * Verifies the manifest of a release by its hash, and the files of a folder by the manifest. The hash of an encrypted file in the manifest is
 * that of its ciphertext: unless this folder has verified the pair before, the version is downloaded and decrypted for the comparison.
 */
export async function verifyRelease(invocation: Invocation, did: string): Promise<Outcome> {
  const { client, folder } = await connect(invocation);
  const { release, releaseManifest: text } = await client.call(ReleaseManifestDocument, { did });
  if (!release || !text) throw new CommandError('failed', `There is no release ${did}.`);
  const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  if (hash !== release.manifestHash)
    return mismatch(did, `The manifest has the hash ${hash}, not ${release.manifestHash}.`);
  const manifest = parseManifest(text);
  if (manifest.did !== did) return mismatch(did, `The manifest is that of ${manifest.did}.`);

  const root = resolve(invocation.cwd, invocation.args[0] ?? folder?.root ?? '.');
  using state = folder && root === folder.root ? await openState(root) : null;
  const files: { path: string; verdict: Verdict }[] = [];
  for (const file of manifest.files) {
    const verdict = await compare(file, { root, client, oclId: manifest.oclId, state });
    files.push({ path: file.path, verdict });
  }
  const wrong = files.filter(({ verdict }) => verdict !== 'same');
  const title = `Release ${manifest.number}, ${manifest.name}: the manifest has its hash.`;
  const result = `${files.length - wrong.length} of ${count(files.length, 'file')} are in ${root} as the release has them.`;
  return {
    text: [title, result, ...wrong.map(({ path, verdict }) => `${path}: ${verdict}`)].join('\n'),
    data: { did, manifestHash: hash, isManifestValid: true, folder: root, files },
    exit: wrong.length === 0 ? 'done' : 'mismatch',
  };
}

const mismatch = (did: string, text: string): Outcome => ({
  text,
  data: { did, isManifestValid: false },
  exit: 'mismatch',
});

interface Folder {
  root: string;
  client: LabroomClient;
  oclId: string;
  state: SyncState | null;
}

async function compare(file: ManifestFile, { root, client, oclId, state }: Folder): Promise<Verdict> {
  const { path, version, contentHash, accessLevel } = file;
  if (explainUnsafePath(path, { isWindows: process.platform === 'win32' })) return 'missing';
  const local = join(root, ...path.split('/'));
  if (!(await stampOf(local))) return 'missing';
  const sha256 = await hashFile(local);
  if (accessLevel === 'PUBLIC') return contentHash === `sha256:${sha256}` ? 'same' : 'different';
  const known = state?.files.get(path);
  if (known?.contentHash === contentHash) return known.sha256 === sha256 ? 'same' : 'different';
  try {
    const { body, file: found } = await client.download({ oclId, path, version });
    if (found.contentHash !== contentHash) return 'different';
    return createHash('sha256')
      .update(await body.bytes())
      .digest('hex') === sha256
      ? 'same'
      : 'different';
  } catch (error) {
    if (error instanceof LabroomError && ['UNAUTHORIZED', 'NOT_FOUND'].includes(error.code))
      return 'unopened';
    throw error;
  }
}
