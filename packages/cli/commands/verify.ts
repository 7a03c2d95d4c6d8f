import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FilesByContentHashDocument } from '@labroom/client/documents';
import { type Invocation, type Outcome, type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { connectToLab } from '../connection/connect.ts';
import { hashFile } from '../sync/scan.ts';
import { verifyDecisions } from '../verify/decision.ts';
import { verifyRelease } from '../verify/release.ts';

/** Verifies files, a release, or decisions on access. */
export const verify: Run = async (invocation) => {
  const [release, decision] = [textOption(invocation, 'release'), textOption(invocation, 'decision')];
  if (release && decision) throw new CommandError('usage', 'Name one of --release and --decision.');
  if (release) return verifyRelease(invocation, release);
  if (decision) return verifyDecisions(invocation, await readRecords(resolve(invocation.cwd, decision)));
  if (invocation.args.length === 0)
    throw new CommandError('usage', 'Name files, --release DID or --decision FILE.');
  return verifyFiles(invocation);
};

/** Which versions of the lab have the content of local files. */
async function verifyFiles(invocation: Invocation): Promise<Outcome> {
  const { client, lab } = await connectToLab(invocation);
  const files = [];
  for (const typed of invocation.args) {
    const sha256 = await hashFile(resolve(invocation.cwd, typed));
    const hashes = { stored: `sha256:${sha256}`, plaintext: `sha256-${sha256}` };
    const { stored, plaintext } = await client.call(FilesByContentHashDocument, hashes);
    const matches = [...stored, ...plaintext]
      .filter((match) => match.lab.oclId === lab.oclId)
      .map(({ path, did, version, isNewest, createdAt, changeBy }) => ({
        ...{ path, did, version, isNewest, createdAt, changeBy },
      }));
    files.push({ file: typed, sha256, matches });
  }
  const lines = files.flatMap(({ file, matches }) =>
    matches.length === 0
      ? [`${file}: not in ${lab.shortname}, or in no version that you may open`]
      : matches.map(
          ({ path, version, isNewest, createdAt, changeBy }) =>
            `${file}: version ${version} of ${path}${isNewest ? ', the newest' : ''}, added on ${createdAt.slice(0, 10)} by ${changeBy}`,
        ),
  );
  const isKnown = files.every(({ matches }) => matches.length > 0);
  return { text: lines.join('\n'), data: { lab: lab.oclId, files }, exit: isKnown ? 'done' : 'mismatch' };
}

async function readRecords(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `${file} cannot be read (${error.code}).`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError('usage', `${file} is not JSON.`);
  }
}
