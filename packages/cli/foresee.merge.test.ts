import { join } from 'node:path';
import { labs } from '@labroom/service/platform/db/tables/labs.ts';
import { type CountingProxy, startCountingProxy } from '@labroom/testing/counting-proxy.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { chainReader } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';

let proxy: CountingProxy;
let service: TestService;
let owner: Machine;
let viewer: Machine;
let lab: RegisteredLab;
beforeAll(async () => {
  proxy = await startCountingProxy(() => `http://127.0.0.1:${service.context.config.http.port}`);
  service = await startTestService({ variables: { SERVICE_URL: proxy.url } });
  [owner, viewer] = await Promise.all([fundedMachine(), fundedMachine()]);
  lab = await registeredLab(service, owner.account);
  for (const machine of [owner, viewer]) await machine.login(service.url);
  await owner.json('init', lab.shortname);
  const granted = await owner.json('grant', viewer.account.address, 'viewer', '--yes', ...keyOf(owner));
  expect(granted.code).toBe(0);
  await indexChain(service.context);
});
afterAll(async () => {
  await Promise.all([owner, viewer].map((machine) => machine[Symbol.asyncDispose]()));
  await service.stop();
  await proxy.close();
});

const keyOf = ({ home }: Machine) => [
  '--password-file',
  join(home, 'password'),
  '--rpc',
  requireStack('rpcUrl'),
];
/** What the API was asked while a command ran, by the names of the operations. */
async function askedBy(command: () => Promise<unknown>): Promise<string[]> {
  proxy.asked.length = 0;
  await command();
  return [...proxy.asked];
}

describe('an upload of several files that would be refused sends nothing, and says why and who can change it:', () => {
  test('without the role', async () => {
    expect(await viewer.json('init', lab.shortname)).toMatchObject({
      code: 0,
      refusal: { reason: 'UNAUTHORIZED' },
    });
    for (const name of ['a.txt', 'b.txt']) await viewer.write(name, name);
    let refused: object = {};
    for (const option of ['--yes', '--dry-run']) {
      const asked = await askedBy(async () => {
        refused = await viewer.json('up', option);
      });
      expect(asked).toEqual(['LabIdentity', 'RoomContents', 'Foresee']);
      expect(refused).toMatchObject({
        code: 1,
        error: {
          reason: 'UNAUTHORIZED',
          changeableBy: [{ kind: 'OWNER', addresses: [owner.account.address.toLowerCase()] }],
          message: expect.stringContaining(owner.account.address.toLowerCase()),
        },
      });
    }
  });

  test('without room for all of them', async () => {
    const { db, config } = service.context;
    const ofLab = eq(labs.oclId, lab.oclId);
    const [kept] = await db.select().from(labs).where(ofLab);
    const { storagePerLab } = config.limits;
    await db
      .update(labs)
      .set({ storedBytes: storagePerLab - 15 })
      .where(ofLab);
    for (const name of ['a.txt', 'b.txt']) await owner.write(name, 'ten bytes.');
    const asked = await askedBy(async () => {
      expect(await owner.json('up', '--access', 'public', '--yes')).toMatchObject({
        code: 1,
        error: { reason: 'QUOTA_EXCEEDED' },
      });
    });
    expect(asked.at(-1)).toBe('Foresee');
    await db
      .update(labs)
      .set({ storedBytes: kept?.storedBytes ?? 0 })
      .where(ofLab);
  });
});

test('a batch asks once, and a single file takes no request more than it needs', async () => {
  const batch = await askedBy(async () => {
    const { uploaded } = await owner.json('up', '--access', 'public', '--yes');
    expect(uploaded).toEqual(['a.txt', 'b.txt']);
  });
  expect(batch.filter((name) => name === 'Foresee')).toHaveLength(1);
  await owner.write('c.txt', 'c');
  const single = await askedBy(async () => {
    expect(await owner.json('up', '--yes')).toMatchObject({ code: 0, uploaded: ['c.txt'] });
  });
  expect(single).toEqual(['LabIdentity', 'RoomContents', 'GenerateDataEncryptionKeys', 'AddFiles']);
});

describe('a transaction that the chain would not accept is not signed, and not asked about:', () => {
  test.each([
    ['grant', (wallet: string) => ['grant', wallet, 'contributor']],
    ['revoke', (wallet: string) => ['revoke', wallet]],
  ])('%s', async (_, command) => {
    await using other = await createMachine();
    const { address } = other.account;
    await owner.json('grant', address, 'contributor', '--yes', ...keyOf(owner));
    const nonce = () => chainReader().getTransactionCount({ address: viewer.account.address });
    const before = await nonce();
    const { code, error } = await viewer.json<{ error: object }>(...command(address), ...keyOf(viewer));
    expect({ code, error }).toMatchObject({
      code: 1,
      error: {
        message: expect.stringMatching(new RegExp(`Nothing was sent.*${owner.account.address}`, 'i')),
      },
    });
    expect(await nonce()).toBe(before);
  });
});
