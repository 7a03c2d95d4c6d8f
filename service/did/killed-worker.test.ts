import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { didLinks } from '../db/tables/did.ts';
import { type DidWorld, rowOf, startDidWorld } from '../testing/did-world.ts';

let world: DidWorld;
beforeAll(async () => {
  world = await startDidWorld();
});
afterAll(() => world.stop());

async function run(program: string, { args = [] as string[], killAt = '' } = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    env: {
      DATABASE_URL: world.service.databaseUrl,
      RPC_URL: world.chain.rpcUrl,
      DATA_DIR: world.service.dataDir,
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
    const oclId = await world.mintLab();
    await world.register(oclId);
    expect(await run('../testing/killed-linker.ts', { killAt })).toMatchObject({ signal: 'SIGKILL' });
    expect(await world.status(oclId)).toMatchObject(left);
    expect(await world.linksOf(oclId)).toHaveLength(links);
    const { userOpHash } = await rowOf(world.service, oclId);

    await world.work();
    await world.work();
    await world.index();
    expect(await world.status(oclId)).toMatchObject({
      status: 'LINKED',
      attempts: 1,
      ...(userOpHash && { userOpHash }),
    });
    expect(await world.linksOf(oclId)).toHaveLength(2);
  });

  test('again and again uses up no attempts', async () => {
    const oclId = await world.mintLab();
    await world.register(oclId);
    await world.context.db.update(didLinks).set({ attempts: 6 }).where(eq(didLinks.oclId, oclId));
    for (let round = 0; round < 3; round += 1) {
      await world.context.db.update(didLinks).set({ nextStepAt: sql`now()` });
      await run('../testing/killed-linker.ts', { killAt: 'before-send' });
    }
    await world.work();
    await world.index();
    expect(await world.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 7 });
  });
});

const operate = (...args: string[]) =>
  run('../../scripts/labroom.ts', { args: ['retry-did-linking', ...args] });

describe("the operator's command", () => {
  test('starts a lab again that was given up, and leaves the others alone', async () => {
    const [failed, linked] = [await world.mintLab(), await world.mintLab()];
    await world.register(linked);
    await world.work();
    await world.index();
    await world.register(failed);
    await world.context.db
      .update(didLinks)
      .set({ status: 'FAILED', attempts: 8 })
      .where(eq(didLinks.oclId, failed));
    expect(await operate('--all')).toMatchObject({
      code: 0,
      output: `${failed}\n`,
    });
    expect(await operate('--ocl-id', linked)).toMatchObject({
      code: 0,
      output: 'There is nothing to start again.\n',
    });
    expect(await world.status(failed)).toMatchObject({ status: 'PENDING', attempts: 0 });
    expect(await world.status(linked)).toMatchObject({ status: 'LINKED' });
    await world.work();
    await world.index();
    expect(await world.status(failed)).toMatchObject({ status: 'LINKED', attempts: 1 });
    expect((await operate()).code).toBe(2);
  });
});
