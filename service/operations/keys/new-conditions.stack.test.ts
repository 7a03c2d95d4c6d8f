import { requireStack } from '@labroom/testing/require-stack.ts';
import { refusalOf } from '@labroom/testing/test-client.ts';
import {
  decryptDataKey,
  encryptFor,
  teamConditions,
  uploadSecret,
} from '@labroom/testing/test-encryption.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fileAt, finish, sent } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq, sql } from 'drizzle-orm';
import { type Address, getAddress, numberToHex } from 'viem';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { deployCode, looping, returning, reverting } from '#chain/bytecode.fixture.ts';
import { rpcError, startFaultyNode } from '#chain/faulty-node.fixture.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';

const node = await startFaultyNode(requireStack('rpcUrl'));
const service = await openTestService({ insertsRows: true, rpcUrl: node.rpcUrl });
const lab = await registeredLab(service);
const { chain } = service.context;
/** Contracts that return the same value for every call. */
const yes = await deployCode(chain, lab.owner, returning(numberToHex(1, { size: 32 })));
const no = await deployCode(chain, lab.owner, returning(numberToHex(0, { size: 32 })));
const reverts = await deployCode(chain, lab.owner, reverting('0x08c379a0'));
const loops = await deployCode(chain, lab.owner, looping);
afterEach(() => node.fail(null));
afterAll(() => node.stop());

const noCode = getAddress('0x00000000000000000000000000000000000dead1');
const or = { operator: 'or' };
const and = { operator: 'and' };

const team = () => JSON.parse(teamConditions(lab.oclId))[0];
const asks = (contractAddress: Address) => ({ ...team(), contractAddress });
const without = (condition: ReturnType<typeof team>) => ({
  ...condition,
  functionParams: [lab.oclId, lab.wallet, '1'],
});
const text = (...items: unknown[]) => JSON.stringify(items);
/** Adds a key in front of its duplicate; `JSON.parse` keeps the second. */
const repeatedKey = (first: string) => teamConditions(lab.oclId).replace('{', `{${first},`);

const isStored = async (path: string) => (await fileAt(service, lab, path)) !== null;

let uploads = 0;

async function readyToFinish(conditions: string) {
  const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'secret', conditions);
  const token = await sent(service, lab, ciphertext);
  const path = `conditions-${++uploads}`;
  return {
    path,
    finish: () => finish(service, lab, token, { path, accessLevel: 'ADMIN', encryptionMetadata }),
  };
}

describe('finishCreateOrUpdateFile refuses conditions', () => {
  test.each([
    ['with a key twice', () => repeatedKey(`"contractAddress":"${yes}"`), 'AMBIGUOUS_JSON', undefined],
    ['that name a wallet and not :userAddress', () => text(without(team())), 'NO_USER_ADDRESS', undefined],
    ['on an address without code', () => text(asks(noCode)), 'NO_CODE', 0],
    [
      'on an address without code that is not evaluated',
      () => text(team(), and, asks(no), and, asks(noCode)),
      'NO_CODE',
      4,
    ],
    ['on a wallet', () => text(team(), or, asks(lab.owner.address)), 'NO_CODE', 2],
    ['that any wallet meets', () => text(asks(yes)), 'MET_BY_ANYONE', undefined],
    ['that any wallet meets after or', () => text(team(), or, asks(yes)), 'MET_BY_ANYONE', undefined],
    [
      'that any wallet meets after a branch without :userAddress',
      () => text(without(team()), or, team()),
      'MET_BY_ANYONE',
      undefined,
    ],
    [
      'that any wallet meets, as read from the left',
      () => text(asks(no), and, team(), or, asks(yes)),
      'MET_BY_ANYONE',
      undefined,
    ],
    [
      'that are met by wallets without a role',
      () => text({ ...team(), returnValueTest: { key: '', comparator: '!=', value: 'true' } }),
      'MET_BY_ANYONE',
      undefined,
    ],
  ] as const)('%s', async (_, conditions, rule, index) => {
    const upload = await readyToFinish(conditions());
    expect(refusalOf(await upload.finish())).toEqual({
      code: 'VALIDATION_FAILED',
      reason: 'INVALID_CONDITIONS',
      argument: 'encryptionMetadata.accessControlConditions',
      field: 'encryptionMetadata.accessControlConditions',
      rule,
      ...(index !== undefined && { index }),
    });
    expect(await isStored(upload.path)).toBe(false);
  });

  test('of a new version, and keeps the previous version', async () => {
    const { datasetId: ref } = await uploadSecret(service, lab, 'one', { path: 'versions' });
    const next = await uploadSecret(service, lab, 'two', { ref }, text(team(), or, asks(yes)));
    expect(refusalOf(next)).toMatchObject({ rule: 'MET_BY_ANYONE' });
    expect((await decryptDataKey(service, lab, { ref })).error).toBeNull();
    expect((await decryptDataKey(service, lab, { ref, version: 2 })).error.code).toBe('NOT_FOUND');
  });
});

describe('finishCreateOrUpdateFile accepts conditions', () => {
  test.each([
    ['of the team', () => text(team())],
    ['that no wallet meets', () => text(asks(no))],
    ['on a contract that reverts', () => text(team(), or, asks(reverts))],
    ['on a contract that never ends', () => text(asks(loops))],
    ['that any wallet of the team meets', () => text(asks(yes), and, team())],
  ])('%s', async (_, conditions) => {
    const upload = await readyToFinish(conditions());
    expect((await upload.finish()).error).toBeNull();
    expect(await isStored(upload.path)).toBe(true);
  });
});

describe('while the node does not answer the calls of conditions', () => {
  test.each(['eth_getCode', 'eth_blockNumber'])(
    '%s: nothing changes, and the same call succeeds later',
    async (method) => {
      const upload = await readyToFinish(text(asks(no), or, team()));
      node.fail(
        (request, ...rest) => request.method === method && rpcError(-32000, 'busy')(request, ...rest),
      );
      expect((await upload.finish()).error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
      expect(await isStored(upload.path)).toBe(false);
      node.fail(null);
      expect((await upload.finish()).error).toBeNull();
    },
  );

  test('a repeated finish still returns the first result', async () => {
    const upload = await readyToFinish(text(team()));
    const first = await upload.finish();
    node.fail(
      (request, ...rest) => request.method === 'eth_getCode' && rpcError(-32000, 'busy')(request, ...rest),
    );
    expect(await upload.finish()).toEqual(first);
  });
});

test.each([
  ['without :userAddress', () => text(without(team())), undefined],
  ['that any wallet meets', () => text(asks(yes)), undefined],
  ['with a key twice', () => repeatedKey('"chain":"base"'), 'UNAUTHORIZED'],
])('stored conditions %s are still evaluated', async (_, conditions, code) => {
  const upload = await readyToFinish(text(team()));
  const { datasetId } = await upload.finish();
  const { db } = service.context;
  const [file] = await db.select({ id: files.id }).from(files).where(eq(files.did, datasetId));
  if (!file) throw new Error('The file was not stored');
  const changed = sql`encryption || jsonb_build_object('accessControlConditions', ${conditions()}::text)`;
  await db.update(fileVersions).set({ encryption: changed }).where(eq(fileVersions.fileId, file.id));
  const otherWallet = await as(service, lab, await fundedWallet());
  expect((await decryptDataKey(service, otherWallet, { ref: datasetId })).error?.code).toBe(code);
});
