import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRelease, type Release } from './release/make-release.ts';
import { componentsOf } from './release/sbom.ts';
import { linkPackages, makeScratchClone, type ScratchClone } from './release/scratch-clone.fixture.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const signer = 'releases@labroom.example';

let clone: ScratchClone;
let commit: string;
let key: string;
let signers: string;
let first: Release;
let second: Release;

async function release(out: string): Promise<Release> {
  const request = {
    repository: clone.repository,
    commit,
    version: '9.1.0',
    out: path.join(clone.folder, out),
    tested: await clone.record(commit),
    key: { kind: 'ssh', file: key } as const,
  };
  // Installing the same packages from the registry would take minutes, and show nothing of this program.
  return makeRelease(request, { install: linkPackages });
}

beforeAll(async () => {
  clone = await makeScratchClone();
  await clone.commit('what is changed here');
  expect(await clone.release('--prepare', '--version', '9.1.0')).toMatchObject({ code: 0 });
  commit = await clone.commit('chore: 9.1.0');
  await clone.git('config', 'user.name', 'A test');
  await clone.git('config', 'user.email', signer);
  key = path.join(clone.folder, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', signer, '-f', key]);
  signers = path.join(clone.folder, 'allowed_signers');
  await writeFile(signers, `${signer} ${await readFile(`${key}.pub`, 'utf8')}`);
  first = await release('first');
  // What is in the working tree, or committed later, is in no release of the commit.
  await clone.commit('a later commit');
  await appendFile(path.join(clone.repository, 'README.md'), 'unfinished\n');
  await writeFile(path.join(clone.repository, 'packages/client/unfinished.ts'), 'this does not compile');
  second = await release('second');
}, 3_600_000);
afterAll(() => clone[Symbol.asyncDispose]());

test('a release has packages, sources, SBOM, licences, changes, the record of the tests, checksums and a signature', async () => {
  expect(first.files).toEqual([
    'CHANGES-9.1.0.md',
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'THIRD-PARTY-LICENSES.txt',
    'labroom-9.1.0-packages.cdx.json',
    'labroom-9.1.0-service.cdx.json',
    'labroom-9.1.0-source.tar.gz',
    'labroom-9.1.0-web.cdx.json',
    'labroom-9.1.0.tgz',
    'labroom-client-9.1.0.tgz',
    'labroom-contracts-9.1.0.tgz',
    'packages.json',
    'test-full.json',
  ]);
  expect(await readdir(clone.folder)).not.toContainEqual(expect.stringContaining('unfinished'));
});

test('two releases of a commit have the same bytes, whatever is in the working tree, and one tag', async () => {
  const hashes = async ({ folder, files }: Release) =>
    Promise.all(
      files.map(async (file) => [
        file,
        createHash('sha256')
          .update(await readFile(path.join(folder, file)))
          .digest('hex'),
      ]),
    );
  expect(await hashes(second)).toEqual(await hashes(first));
  expect(await clone.git('tag')).toBe('v9.1.0');
  expect(await clone.git('rev-parse', 'v9.1.0^{commit}')).toBe(commit);
});

/** The commands of docs/releasing.md with which somebody verifies a release. */
async function verify(folder: string, by = signers): Promise<{ code: number; output: string }> {
  const text = await readFile(path.join(root, 'docs/releasing.md'), 'utf8');
  const [, commands = ''] = /## Verify\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(text) ?? [];
  expect(commands).toContain('verify-tag');
  const env = { ...process.env, FILES: folder, SIGNERS: by, SIGNER: signer };
  return run('sh', ['-ec', commands.replaceAll('0.1.0', '9.1.0')], { cwd: clone.repository, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

/** A copy of the release with one file changed. */
async function altered(file: string): Promise<string> {
  const folder = path.join(clone.folder, 'altered');
  await rm(folder, { recursive: true, force: true });
  await cp(first.folder, folder, { recursive: true });
  await appendFile(path.join(folder, file), '\n');
  return folder;
}

test('who has the public key verifies tag, signature and files with git, ssh-keygen and sha256sum', async () => {
  const { code, output } = await verify(first.folder);
  expect([code, output]).toEqual([0, expect.stringContaining('labroom-9.1.0-source.tar.gz: OK')]);
  expect(output.match(/^Good "(?:git|file)" signature for releases@labroom\.example/gm)).toHaveLength(2);
});

test.each(['labroom-9.1.0.tgz', 'test-full.json'])('an altered %s is found', async (file) => {
  const { code, output } = await verify(await altered(file));
  expect(code).not.toBe(0);
  expect(output).toContain(`${file}: FAILED`);
});

test('altered checksums, and those that another key signed, are found', async () => {
  expect((await verify(await altered('SHA256SUMS'))).code).not.toBe(0);
  const other = path.join(clone.folder, 'other');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other]);
  await writeFile(`${other}.signers`, `${signer} ${await readFile(`${other}.pub`, 'utf8')}`);
  expect((await verify(first.folder, `${other}.signers`)).code).not.toBe(0);
});

test('the sources are exactly the files of the commit, name it, and have what every Dockerfile copies', async () => {
  const archive = path.join(first.folder, 'labroom-9.1.0-source.tar.gz');
  const unpacked = path.join(clone.folder, 'unpacked');
  await mkdir(unpacked);
  await run('tar', ['-xzf', archive, '-C', unpacked]);
  const { stdout } = await run('tar', ['-tzf', archive], { maxBuffer: 16 * 1024 * 1024 });
  const files = stdout.split('\n').filter((name) => name !== '' && !name.endsWith('/'));
  const ofCommit = (await clone.git('ls-tree', '-r', '--name-only', commit)).split('\n');
  expect(files.map((name) => name.replace('labroom-9.1.0/', '')).sort()).toEqual(
    [...ofCommit, '.labroom-commit'].sort(),
  );
  const sources = path.join(unpacked, 'labroom-9.1.0');
  expect(await readFile(path.join(sources, '.labroom-commit'), 'utf8')).toBe(`${commit}\n`);
  const names = await readdir(path.join(sources, 'deploy'));
  expect(names).toEqual(expect.arrayContaining(['compose.yaml', 'example.env', 'Caddyfile']));
  const dockerfiles = names.filter((name) => name.endsWith('.Dockerfile'));
  expect(dockerfiles.sort()).toEqual(['service.Dockerfile', 'store.Dockerfile', 'web.Dockerfile']);
  for (const name of dockerfiles) {
    const text = await readFile(path.join(sources, 'deploy', name), 'utf8');
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(copied).not.toEqual([]);
    for (const one of copied)
      expect([name, one, existsSync(path.join(sources, one.replace(/\*.*$/, '')))]).toEqual([
        name,
        one,
        true,
      ]);
  }
});

/** Packages that npm would install here in production, as deploy/service.Dockerfile does. */
async function installedFor(workspace: string): Promise<string[]> {
  const folder = path.join(clone.folder, 'installed');
  const files = (await clone.git('ls-tree', '-r', '--name-only', commit)).split('\n');
  for (const file of files.filter((name) => /(?:^|\/)package(?:-lock)?\.json$/.test(name))) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), await clone.git('show', `${commit}:${file}`));
  }
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--omit=dev', '--workspace', workspace];
  const { stdout } = await run('npm', [...args, '--include-workspace-root=false'], { cwd: folder });
  return [...stdout.matchAll(/^add (\S+) (\S+)$/gm)].map(([, name, version]) => `${name}@${version}`);
}

test('the SBOM of the service lists what npm installs for its image, and else only what other platforms need', async () => {
  const text = await readFile(path.join(first.folder, 'labroom-9.1.0-service.cdx.json'), 'utf8');
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
  const components = componentsOf(text);
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const installed = await installedFor('@labroom/service');
  expect(installed.length).toBeGreaterThan(200);
  expect(installed.filter((one) => !listed.has(one))).toEqual([]);
  const lockfile = JSON.parse(await clone.git('show', `${commit}:package-lock.json`));
  const others = components.filter(({ name, version }) => !installed.includes(`${name}@${version}`));
  const unexplained = others.filter(
    ({ name, folder }) => !name.startsWith('@labroom/') && !lockfile.packages[folder]?.optional,
  );
  expect(unexplained).toEqual([]);
});

test.each([
  [
    'web',
    ['next', 'react', 'viem', 'wagmi', '@labroom/formats', 'geotiff'],
    ['fastify', 'pg', 'vitest', 'hardhat'],
  ],
  ['packages', ['viem', 'graphql', '@labroom/client'], ['next', 'fastify', 'vitest']],
])('the SBOM of %s is valid, and lists what it runs', async (product, has, lacks) => {
  const text = await readFile(path.join(first.folder, `labroom-9.1.0-${product}.cdx.json`), 'utf8');
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
  const names = componentsOf(text).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(has));
  expect(names.filter((name) => lacks.includes(name))).toEqual([]);
});

test('every package of every SBOM is in the list of licences', async () => {
  const licences = await readFile(path.join(first.folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  const lines = new Set(licences.split('\n'));
  for (const product of ['service', 'web', 'packages']) {
    const text = await readFile(path.join(first.folder, `labroom-9.1.0-${product}.cdx.json`), 'utf8');
    const others = componentsOf(text).filter(({ name }) => !name.startsWith('@labroom/'));
    expect(others.filter(({ name, version }) => !lines.has(`${name} ${version}`))).toEqual([]);
  }
  expect(licences).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
});

test('the packages are those that packages.json lists, of this commit, and the client runs', async () => {
  const list = JSON.parse(await readFile(path.join(first.folder, 'packages.json'), 'utf8'));
  expect(list.commit).toBe(commit);
  for (const { file, sha256, version } of list.packages) {
    const bytes = await readFile(path.join(first.folder, file));
    expect([file, createHash('sha256').update(bytes).digest('hex')]).toEqual([file, sha256]);
    expect(version).toBe('9.1.0');
  }
  const project = path.join(clone.folder, 'project');
  const installed = path.join(project, 'node_modules/@labroom/client');
  await mkdir(installed, { recursive: true });
  await run('tar', [
    '-xzf',
    path.join(first.folder, 'labroom-client-9.1.0.tgz'),
    '--strip-components=1',
    '-C',
    installed,
  ]);
  const manifest = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]) {
    const link = path.join(project, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(root, 'node_modules', name), link);
  }
  const program =
    "import { createLabroomClient } from '@labroom/client'; console.log(typeof createLabroomClient)";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: project });
  expect(stdout.trim()).toBe('function');
});

test('a later commit cannot be released as the same version', async () => {
  const later = await clone.git('rev-parse', 'HEAD');
  expect(later).not.toBe(commit);
  await expect(
    makeRelease(
      {
        repository: clone.repository,
        commit: later,
        version: '9.1.0',
        out: path.join(clone.folder, 'third'),
        tested: await clone.record(later),
        key: { kind: 'ssh', file: key },
      },
      { install: linkPackages },
    ),
  ).rejects.toThrow(`The tag v9.1.0 is on commit ${commit} already`);
  expect(existsSync(path.join(clone.folder, 'third'))).toBe(false);
});
