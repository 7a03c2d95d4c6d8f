import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { type DidFixture, rowOf, startDidFixture } from '@labroom/testing/did-fixture.ts';
import { killableFixture } from '@labroom/testing/killable-fixture.ts';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/open-database.ts';
import { didLinks } from '#platform/db/tables/did.ts';
import { LINKING_LOCK, linkDids } from './link-dids.ts';

let fixture: DidFixture;
beforeAll(async () => {
  fixture = await startDidFixture();
});
afterAll(() => fixture.stop());

async function run(program: string, { args = [] as string[], killAt = '' } = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    env: {
      ...compileCache,
      DATABASE_URL: fixture.service.databaseUrl,
      RPC_URL: fixture.chain.rpcUrl,
      DATA_DIR: fixture.service.dataDir,
      KILL_AT: killAt,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  child.stdout.on('data', (text) => lines.push(String(text)));
  const [code, signal] = await once(child, 'close');
  return { code, signal, output: lines.join('') };
}

describe('a worker that is killed with -9', () => {
  test.each([
    ['before anything is written down', 'quote', { status: 'PENDING', attempts: 0 }, 0],
    ['before it sends what it wrote down', 'before-send', { status: 'PENDING', attempts: 1 }, 0],
    ['after it sent, before it notes that', 'after-send', { status: 'PENDING', attempts: 1 }, 2],
    ['after it noted that', 'end', { status: 'SUBMITTED', attempts: 1 }, 2],
  ])('%s neither loses nor doubles a link', async (_, killAt, left, links) => {
    const oclId = await fixture.mintLab();
    await fixture.register(oclId);
    expect(await run('../../../testing/killed-linker.ts', { killAt })).toMatchObject({ signal: 'SIGKILL' });
    expect(await fixture.status(oclId)).toMatchObject(left);
    expect(await fixture.linksOf(oclId)).toHaveLength(links);
    const { userOpHash } = await rowOf(fixture.service, oclId);

    await fixture.work();
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({
      status: 'LINKED',
      attempts: 1,
      ...(userOpHash && { userOpHash }),
    });
    expect(await fixture.linksOf(oclId)).toHaveLength(2);
  });

  test('repeatedly uses up no attempts', async () => {
    const oclId = await fixture.mintLab();
    await fixture.register(oclId);
    await fixture.context.db.update(didLinks).set({ attempts: 6 }).where(eq(didLinks.oclId, oclId));
    for (let round = 0; round < 3; round += 1) {
      await fixture.context.db.update(didLinks).set({ nextStepAt: sql`now()` });
      await run('../../../testing/killed-linker.ts', { killAt: 'before-send' });
    }
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 7 });
  });
});

const operate = (...args: string[]) =>
  run('../../../scripts/labroom.ts', { args: ['retry-did-linking', ...args] });

describe('a worker that dies', () => {
  /** Runs one turn in a new fixture. */
  async function turn(deathAt: number): Promise<'died' | 'lived'> {
    const db = openDatabase(fixture.service.databaseUrl);
    const mortal = killableFixture(db, deathAt);
    const lived = linkDids({ ...fixture.context, db }, pino({ enabled: false })).then(() => 'lived' as const);
    const end = await Promise.race([mortal.died, lived]);
    mortal.bury();
    if (end === 'lived') await db.$client.end();
    return end;
  }

  /** PostgreSQL releases the locks of an ended process with a delay. */
  async function untilLocksAreFree(): Promise<void> {
    const client = await fixture.context.db.$client.connect();
    await client.query('select pg_advisory_lock($1)', [LINKING_LOCK]);
    await client.query('select pg_advisory_unlock($1)', [LINKING_LOCK]);
    client.release();
  }

  test('before or after any of its calls neither loses nor duplicates a link', async () => {
    let moment = 0;
    for (let end = 'died'; end === 'died'; ) {
      moment += 1;
      const oclId = await fixture.mintLab();
      await fixture.register(oclId);
      end = await turn(moment);
      await untilLocksAreFree();
      await fixture.work();
      await fixture.work();
      await fixture.index();
      const state = await fixture.status(oclId);
      expect(state, `killed at moment ${moment}`).toMatchObject({ status: 'LINKED', attempts: 1 });
      expect(await fixture.linksOf(oclId)).toHaveLength(2);
    }
    // Fewer would mean that the calls of the fixture are not counted.
    expect(moment).toBeGreaterThan(30);
  }, 240_000);
});

describe("the operator's command", () => {
  test('restarts a lab that has FAILED, and changes no other lab', async () => {
    const [failed, linked] = [await fixture.mintLab(), await fixture.mintLab()];
    await fixture.register(linked);
    await fixture.work();
    await fixture.index();
    await fixture.register(failed);
    await fixture.context.db
      .update(didLinks)
      .set({ status: 'FAILED', attempts: 8 })
      .where(eq(didLinks.oclId, failed));
    expect(await operate('--all')).toMatchObject({
      code: 0,
      output: `${failed}\n`,
    });
    expect(await operate('--ocl-id', linked)).toMatchObject({
      code: 0,
      output: 'No lab has failed DID linking.\n',
    });
    expect(await fixture.status(failed)).toMatchObject({ status: 'PENDING', attempts: 0 });
    expect(await fixture.status(linked)).toMatchObject({ status: 'LINKED' });
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(failed)).toMatchObject({ status: 'LINKED', attempts: 1 });
    expect((await operate()).code).toBe(2);
  });
});
