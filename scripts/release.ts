import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRelease } from './release/make-release.ts';
import { prepareVersion, requireVersionNumber } from './release/prepare.ts';
import { ReleaseError } from './release/release-error.ts';
import { reportOf } from './release/report.ts';
import { signingKeyOf } from './release/sign.ts';
import { runRecordPath } from './test-steps/run-record.ts';

const usage = `Usage:
  node scripts/release.ts --prepare --version 0.1.0
      cuts CHANGELOG.md, and writes the version into the working tree
  node scripts/release.ts --version 0.1.0 --out FOLDER [--commit HEAD] [--tested RECORD] [--sign-with KEY]
      makes the files of a release from a commit; KEY is the file of an SSH key or the id of a key of GnuPG`;

/** Makes a release, and publishes nothing (docs/releasing.md). */
const root = resolve(import.meta.dirname, '..');

async function main(): Promise<void> {
  const values = parse();
  if (!values.version) throw new ReleaseError(`--version is missing.\n${usage}`);
  requireVersionNumber(values.version);
  if (values.prepare) {
    const date = new Date().toISOString().slice(0, 10);
    const files = await prepareVersion(root, values.version, date);
    for (const file of files) console.log(file);
    console.log(
      `Prepared ${values.version}. Now: npm run generate, npm ci --dry-run, read the changelog, and commit.`,
    );
    return;
  }
  if (!values.out) throw new ReleaseError(`--out is missing.\n${usage}`);
  const release = await makeRelease(
    {
      repository: root,
      commit: values.commit,
      version: values.version,
      out: resolve(values.out),
      tested: resolve(values.tested ?? join(root, runRecordPath)),
      key: values['sign-with'] ? signingKeyOf(values['sign-with']) : null,
    },
    { log: (line) => console.log(`${line} …`) },
  );
  console.log(`\n${reportOf(release)}`);
}

function parse() {
  try {
    return parseArgs({
      options: {
        prepare: { type: 'boolean', default: false },
        version: { type: 'string' },
        commit: { type: 'string', default: 'HEAD' },
        out: { type: 'string' },
        tested: { type: 'string' },
        'sign-with': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ReleaseError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

await main().catch((error: unknown) => {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
