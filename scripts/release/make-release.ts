import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { RunRecord } from '../test-steps/run-record.ts';
import { changesOf } from './changelog.ts';
import { writeChecksums } from './checksums.ts';
import { exportCommit, fileOf, requireSameMakers, resolveCommit } from './commit.ts';
import { describeLicences } from './describe-licences.ts';
import { ReleaseError } from './release-error.ts';
import { runProgram } from './run-program.ts';
import { writeSbom } from './sbom.ts';
import { checkSignature, requireTagIsFree, type SigningKey, signChecksums, tagCommit } from './sign.ts';
import { readTested } from './tested.ts';

export interface ReleaseRequest {
  /** A checkout with the commit. Its working tree is not read. */
  repository: string;
  /** Name of the commit, e.g. `HEAD`. */
  commit: string;
  version: string;
  /** Is created. */
  out: string;
  /** File with the record of `npm run test:full`. */
  tested: string;
  /** `null`: neither signature nor tag. */
  key: SigningKey | null;
}

export interface Release {
  version: string;
  commit: string;
  folder: string;
  files: string[];
  tag: string | null;
  signature: string | null;
  record: RunRecord;
}

/** What runs in production, with the workspaces that npm installs for it. `null`: those that the root depends on, and the root. */
const products: Readonly<Record<string, readonly string[] | null>> = {
  service: ['service'],
  web: null,
  packages: ['packages/client', 'packages/cli', 'contracts'],
};

/** Installs the packages of the lockfile into sources, with npm and from its registry. */
async function installPackages(folder: string): Promise<void> {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  await runProgram('npm', args, { cwd: folder });
}

/**
 * Makes all files of a release from a commit, and signs a tag on it. Publishes nothing. Two releases of a commit have the same bytes, other than
 * signatures by keys that sign at random.
 */
export async function makeRelease(
  request: ReleaseRequest,
  {
    install = installPackages,
    log = () => {},
  }: { install?: (folder: string) => Promise<void>; log?: (line: string) => void } = {},
): Promise<Release> {
  const { repository, version, out, key } = request;
  const tag = `v${version}`;
  const commit = await resolveCommit(repository, request.commit);
  await requireSameMakers(repository, commit);
  await requireVersion(repository, commit, version);
  const changelog = await fileOf(repository, commit, 'CHANGELOG.md');
  const changes = changesOf(changelog ?? '', version);
  const record = await readTested(request.tested, commit);
  await requireTagIsFree(repository, tag, commit);
  await requireNothingAt(out);

  const work = await mkdtemp(join(tmpdir(), 'labroom-release-'));
  await mkdir(dirname(out), { recursive: true });
  const made = await mkdtemp(`${out}.unfinished-`);
  try {
    log(`Exporting ${commit}`);
    const { tar, folder } = await exportCommit(repository, commit, version, work);
    log('Installing the packages of its lockfile');
    await install(folder);
    await requireRecordedContracts(folder, version);
    log('Building the packages');
    await runProgram(process.execPath, ['scripts/build-packages.ts', made], {
      cwd: folder,
      env: { COMMIT: commit },
    });
    log('Writing sources, SBOM and licences');
    await runProgram(
      'sh',
      ['-c', 'gzip -9 -n < "$0" > "$1"', tar, join(made, `labroom-${version}-source.tar.gz`)],
      {
        cwd: work,
      },
    );
    const components = [];
    for (const [product, workspaces] of Object.entries(products)) {
      const file = join(made, `labroom-${version}-${product}.cdx.json`);
      components.push(...(await writeSbom(folder, workspaces ?? (await workspacesOfRoot(folder)), file)));
    }
    await writeFile(
      join(made, 'THIRD-PARTY-LICENSES.txt'),
      await describeLicences(folder, version, components),
    );
    await writeFile(join(made, `CHANGES-${version}.md`), changes);
    await writeFile(join(made, 'test-full.json'), `${JSON.stringify(record, null, 2)}\n`);
    await writeChecksums(made);
    const signature = key && (await signChecksums(made, key));
    if (key) await checkSignature(made, key);
    // The tag is last: what is tagged is complete.
    if (key) await tagCommit(repository, tag, commit, key);
    await chmod(made, 0o755);
    await rename(made, out);
    const files = (await readdir(out)).sort();
    return { version, commit, folder: out, files, tag: key && tag, signature, record };
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(made, { recursive: true, force: true });
  }
}

const manifestSchema = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

async function requireVersion(repository: string, commit: string, version: string): Promise<void> {
  const text = await fileOf(repository, commit, 'package.json');
  const manifest = manifestSchema.safeParse(text === null ? null : JSON.parse(text));
  if (manifest.data?.version !== version)
    throw new ReleaseError(
      `Commit ${commit} is version ${manifest.data?.version ?? 'unknown'}, and not ${version}: prepare ${version} first, with --prepare.`,
    );
}

async function requireNothingAt(out: string): Promise<void> {
  const entries = await readdir(dirname(out)).catch((): string[] => []);
  if (entries.includes(basename(out)))
    throw new ReleaseError(`${out} exists already: a release is written into a new folder.`);
}

/** Later versions verify deployments of this one by the code that it recorded (docs/decisions/085-suites-are-recorded.md). */
async function requireRecordedContracts(folder: string, version: string): Promise<void> {
  const { stdout } = await runProgram(process.execPath, ['scripts/record-suite.ts'], { cwd: folder });
  if (!stdout.startsWith('The contracts are recorded already'))
    throw new ReleaseError(
      `The code of the contracts of ${version} is not recorded: run \`node scripts/record-suite.ts\` and commit what it writes.`,
    );
}

const lockfileSchema = z.object({
  packages: z.record(z.string(), z.object({ resolved: z.string().optional(), link: z.boolean().optional() })),
});

/** Folders of the root, which is ``, and of the workspaces that it depends on. */
async function workspacesOfRoot(folder: string): Promise<string[]> {
  const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8'));
  const { dependencies } = manifestSchema.parse(await read('package.json'));
  const { packages } = lockfileSchema.parse(await read('package-lock.json'));
  const linked = Object.keys(dependencies).flatMap((name) => {
    const entry = packages[`node_modules/${name}`];
    return entry?.link && entry.resolved ? [entry.resolved] : [];
  });
  return ['', ...linked];
}
