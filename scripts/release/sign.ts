import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checksumFile } from './checksums.ts';
import { revision } from './commit.ts';
import { ReleaseError } from './release-error.ts';
import { runProgram } from './run-program.ts';

/** A key that signs a release. */
export type SigningKey =
  /** The file of a private key, or of a public one whose private key an agent has. */
  { kind: 'ssh'; file: string } | { kind: 'gpg'; id: string };

/** A name of a file is an SSH key, anything else the id of a key of GnuPG. */
export function signingKeyOf(name: string): SigningKey {
  if (existsSync(name)) return { kind: 'ssh', file: resolve(name) };
  if (/[/\\]|\.pub$/.test(name)) throw new ReleaseError(`There is no key ${name}.`);
  return { kind: 'gpg', id: name };
}

/** Signs the checksums, and so all files, beside them. Returns the name of the signature. */
export async function signChecksums(folder: string, key: SigningKey): Promise<string> {
  if (key.kind === 'ssh') {
    const args = ['-Y', 'sign', '-q', '-f', key.file, '-n', 'file', checksumFile];
    await runProgram('ssh-keygen', args, { cwd: folder });
    return `${checksumFile}.sig`;
  }
  const args = ['--batch', '--yes', '--local-user', key.id, '--armor', '--detach-sign', checksumFile];
  await runProgram('gpg', args, { cwd: folder });
  return `${checksumFile}.asc`;
}

/** Requires that a tag of the version is free, or a signed one on the commit: a tag is never moved. */
export async function requireTagIsFree(repository: string, tag: string, commit: string): Promise<void> {
  const tagged = await revision(repository, `refs/tags/${tag}^{commit}`);
  if (tagged === null) return;
  if (tagged !== commit)
    throw new ReleaseError(
      `The tag ${tag} is on commit ${tagged} already, and a tag is never moved: ${commit} needs another version.`,
    );
  const text = await runProgram('git', ['cat-file', '-p', `refs/tags/${tag}`], { cwd: repository });
  if (!/^-----BEGIN (?:SSH|PGP) SIGNATURE-----$/m.test(text.stdout))
    throw new ReleaseError(`The tag ${tag} exists and is not signed: delete it, if nobody has it yet.`);
}

/** Signs a tag of the version on the commit, unless there is one ({@link requireTagIsFree}). */
export async function tagCommit(
  repository: string,
  tag: string,
  commit: string,
  key: SigningKey,
): Promise<void> {
  if ((await revision(repository, `refs/tags/${tag}`)) !== null) return;
  const settings =
    key.kind === 'ssh'
      ? ['gpg.format=ssh', `user.signingKey=${key.file}`]
      : ['gpg.format=openpgp', `user.signingKey=${key.id}`];
  const message = `Labroom ${tag.slice(1)}`;
  const args = [
    ...settings.flatMap((setting) => ['-c', setting]),
    'tag',
    '--sign',
    '-m',
    message,
    tag,
    commit,
  ];
  await runProgram('git', args, { cwd: repository });
}

/** Checks the signature of the checksums as far as that needs no list of trusted keys. */
export async function checkSignature(folder: string, key: SigningKey): Promise<void> {
  if (key.kind === 'gpg') {
    await runProgram('gpg', ['--batch', '--verify', `${checksumFile}.asc`, checksumFile], { cwd: folder });
    return;
  }
  const command = `ssh-keygen -Y check-novalidate -n file -s ${checksumFile}.sig < ${checksumFile}`;
  await runProgram('sh', ['-c', command], { cwd: join(folder) });
}
