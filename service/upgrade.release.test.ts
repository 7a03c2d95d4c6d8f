import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import {
  clientOf,
  localChain,
  openFaucet,
  type RegisteredLab,
  registerLab,
} from '@labroom/testing/actors.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { checkOut, findPreviousRelease } from '@labroom/testing/previous-release.ts';
import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { beginThread, edit, reply, threadsOf } from '@labroom/testing/test-comments.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { setProfile, signedProfile } from '@labroom/testing/test-profile.ts';
import { announce } from '@labroom/testing/test-upload.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const previous = await findPreviousRelease();
const isMissing = 'missing' in previous;
const title = isMissing
  ? `NOT TRIED: an upgrade, because ${previous.missing}`
  : `an upgrade from ${previous.name}, with writes on both versions`;

const READ = `query($oclId: String!, $wallet: String!) { labWithDataRoomAndFiles(oclId: $oclId) { description }
  labActivity(oclId: $oclId, perPage: 100, filter: ANNOUNCEMENT) { nodes { ... on LabEventAnnouncement { announcement { headline } } } }
  profile(wallet: $wallet) { affiliation } }`;

type Version = 'previous' | 'this';
type Child = ChildProcessByStdio<null, Readable, Readable>;

describe.skipIf(isMissing)(title, { timeout: 900_000 }, () => {
  const own = resolve(import.meta.dirname, '..');
  const directories: Record<Version, string> = { previous: '', this: own };
  const endpoints = { previous: { url: '', credential: '' }, this: { url: '', credential: '' } };
  const running: { version: Version; child: Child }[] = [];
  const cleanup: (() => unknown)[] = [];
  let chain: TestChain;
  let databaseUrl: string;
  let dataDir: string;
  let lab: RegisteredLab;
  /** What was written, by the version that wrote it. */
  const written: { by: Version; path: string; body: string }[] = [];
  const headlines: string[] = [];

  beforeAll(async () => {
    if ('missing' in previous) return;
    const checkout = await checkOut(previous.commit);
    cleanup.push(() => checkout[Symbol.asyncDispose]());
    directories.previous = checkout.directory;
    chain = await startDeployedChain();
    cleanup.push(() => chain.stop());
    const database = await createOwnedDatabase();
    cleanup.push(database.drop);
    databaseUrl = database.url;
    dataDir = await mkdtemp(join(tmpdir(), 'labroom-upgrade-'));
    cleanup.push(() => rm(dataDir, { recursive: true, force: true }));
    for (const version of ['previous', 'this'] as const)
      endpoints[version].url = `http://127.0.0.1:${await freePort()}`;
  });
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    // A step continues what those before it did.
    skip(hasFailed);
    onTestFailed(() => {
      hasFailed = true;
    });
  });
  afterAll(async () => {
    for (const version of ['previous', 'this'] as const) await stop(version);
    for (const end of cleanup.reverse()) await end();
  });

  function spawnProgram(version: Version, program: string, ...args: string[]): Child {
    const directory = directories[version];
    const { url } = endpoints[version];
    return spawn(process.execPath, [join(directory, 'service', program), ...args], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        RPC_URL: chain.rpcUrl,
        SERVICE_URL: url,
        SERVICE_PORT: new URL(url).port,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Starts service and worker, and waits until the service is ready and the worker runs. */
  async function start(version: Version): Promise<void> {
    const { url } = endpoints[version];
    const ended: string[] = [];
    for (const program of ['main.ts', 'worker.ts']) {
      const child = spawnProgram(version, program);
      running.push({ version, child });
      const complaint = text(child.stderr);
      child.once('exit', async (code) => {
        if (code) ended.push(`${program} of the ${version} version ended: ${await complaint}`);
      });
    }
    const isReady = () =>
      fetch(`${url}/ready`)
        .then(({ ok }) => ok)
        .catch(() => false);
    await expect.poll(async () => ended.length > 0 || (await isReady()), { timeout: 300_000 }).toBe(true);
    expect(ended).toEqual([]);
  }

  async function stop(version: Version): Promise<void> {
    const stopped = running.filter((one) => one.version === version);
    for (const one of stopped) {
      running.splice(running.indexOf(one), 1);
      if (one.child.exitCode !== null || one.child.signalCode !== null) continue;
      const gone = once(one.child, 'exit');
      one.child.kill('SIGTERM');
      await gone;
    }
  }

  async function operate(version: Version, ...args: string[]) {
    const child = spawnProgram(version, 'operator/main.ts', ...args);
    const [output, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, output, complaint };
  }

  /** The owner of the lab, at the service of a version. The session is valid at both. */
  const clientAt = (version: Version) => clientOf(endpoints[version], { session: lab.client.session });
  const authorOf = ({ oclId, wallet, token }: RegisteredLab) => ({ oclId, wallet, token });
  const read = (version: Version) =>
    ask(endpoints[version], READ, { oclId: lab.oclId, wallet: lab.wallet }, lab.token);

  /** Writes with one version what changes rows of each kind, those of the other version too. */
  async function writeWith(version: Version): Promise<void> {
    const service = endpoints[version];
    const client = clientAt(version);
    const round = `${version} ${written.length}`;
    for (const access of ['PUBLIC', 'TEAM'] as const) {
      const file = { by: version, path: `${round} ${access}.txt`, body: `${round} ${access}` };
      await client.upload({ oclId: lab.oclId, target: { path: file.path }, body: file.body, access });
      written.push(file);
    }
    expect((await announce(service, lab, { headline: round })).error).toBeNull();
    headlines.push(round);
    const { nodes } = await threadsOf(service, lab, {}, lab.token);
    const [thread] = nodes;
    if (thread) {
      // The first comment is of the other version, from the second round on.
      const comment = { id: thread.comments[0].id, body: `edited by ${round}` };
      expect((await edit(service, authorOf(lab), comment)).error).toBeNull();
      expect((await reply(service, authorOf(lab), thread.id, round)).error).toBeNull();
    } else expect((await beginThread(service, authorOf(lab), {}, round)).error).toBeNull();
    await client.call(UpdateLabNftMetadataDocument, {
      oclId: lab.oclId,
      input: { name: `Lab of ${round}`, description: round },
    });
    const profile = await signedProfile(lab.owner, { affiliation: round }, { site: '127.0.0.1:3000' });
    expect((await setProfile(service, profile)).error).toBeNull();
  }

  /** Reads with one version all that both wrote. */
  async function expectAllAt(version: Version): Promise<void> {
    const client = clientAt(version);
    for (const { path, body } of written) {
      const file = await client.download({ oclId: lab.oclId, path });
      expect(await file.body.text()).toBe(body);
    }
    const last = headlines.at(-1);
    const found = await read(version);
    const told = found.labActivity.nodes as { announcement: { headline: string } }[];
    expect(told.map(({ announcement }) => announcement.headline)).toEqual(headlines.toReversed());
    expect(found.labWithDataRoomAndFiles).toEqual({ description: last });
    expect(found.profile).toEqual({ affiliation: last });
    const { nodes } = await threadsOf(endpoints[version], lab, {}, lab.token);
    expect(nodes[0].comments).toHaveLength(headlines.length);
  }

  async function expectNoFaults(): Promise<void> {
    const checked = await operate('this', 'check', '--objects', 'all', '--documents', 'all');
    expect(checked).toMatchObject({
      complaint: '',
      code: 0,
      output: expect.stringMatching(/^No faults found\.$/m),
    });
  }

  test('the previous version fills an empty database', async () => {
    await start('previous');
    const created = await operate('previous', 'create-credential', '--label', 'test');
    expect(created).toMatchObject({ code: 0, complaint: '' });
    endpoints.previous.credential = endpoints.this.credential = created.output.trim();
    const { fundedWallet } = openFaucet(chain.rpcUrl);
    const owner = localChain(chain.rpcUrl, await fundedWallet());
    lab = await registerLab(endpoints.previous, owner);
    await owner.grantRole({ oclId: lab.oclId, to: (await fundedWallet()).address, role: 'CONTRIBUTOR' });
    await writeWith('previous');
    await expectAllAt('previous');
  });

  test('this version migrates it beside the previous one, and each reads what the other writes', async () => {
    await start('this');
    await expectAllAt('this');
    for (const version of ['this', 'previous', 'this', 'previous'] as const) {
      await writeWith(version);
      await expectAllAt('previous');
      await expectAllAt('this');
    }
  });

  test('without this version the previous one goes on, also after a start of its own', async () => {
    await stop('this');
    await writeWith('previous');
    await expectAllAt('previous');
    await stop('previous');
    await start('previous');
    await writeWith('previous');
    await expectAllAt('previous');
  });

  test('this version finds no fault in what the previous one wrote last, and continues', async () => {
    await start('this');
    await stop('previous');
    await expectAllAt('this');
    const members = () =>
      ask(endpoints.this, 'query($oclId: String!) { listLabMembers(oclId: $oclId) { members { role } } }', {
        oclId: lab.oclId,
      }).then(({ listLabMembers }) => listLabMembers.members.length);
    await expect.poll(members).toBe(2);
    await expectNoFaults();
    await writeWith('this');
    await expectAllAt('this');
    await expectNoFaults();
  });
});
