import { signIn } from '@labroom/testing/actors.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { decryptDataKey, encryptFor } from '@labroom/testing/test-encryption.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService } from '@labroom/testing/test-service.ts';
import { initiate, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { chainCursors, chainHeads } from '../platform/db/tables/chain.ts';
import { createChainClient } from './create-chain-client.ts';
import { DatabaseHeadGuard } from './database-head-guard.ts';
import { startFaultyNode } from './faulty-node.fixture.ts';

const behind = { code: 'UPSTREAM_UNAVAILABLE', reason: 'NODE_BEHIND', retryable: true };

const { db } = await openTestDatabase();

describe('the head of a node', () => {
  const chainId = 1;
  let now: number;
  beforeEach(async () => {
    now = 1_800_000_000_000;
    await db.delete(chainHeads);
    await db.delete(chainCursors);
  });
  const replica = (syncMs = 0) => new DatabaseHeadGuard({ db, chainId, syncMs, now: () => now });
  const read = async (guard: DatabaseHeadGuard, number: number, ageSeconds = 2) =>
    guard.require({ number, timestamp: now / 1000 - ageSeconds }, await guard.floor());

  test('may be thirty seconds old', async () => {
    await read(replica(), 10, 30);
    await expect(read(replica(), 10, 31)).rejects.toMatchObject({
      ...behind,
      details: { blockNumber: 10, ageSeconds: 31 },
    });
  });

  test('is not lower than one that this replica has seen', async () => {
    const guard = replica();
    await read(guard, 10);
    await read(guard, 10);
    await read(guard, 11);
    await expect(read(guard, 10)).rejects.toMatchObject({ ...behind, details: { highestSeen: 11 } });
  });

  test('is not lower than one that another replica has seen', async () => {
    const [one, other] = [replica(), replica()];
    await read(one, 20);
    await expect(read(other, 19)).rejects.toMatchObject(behind);
    await read(other, 20);
  });

  test('is not lower than the block that the indexer has read', async () => {
    await db.insert(chainCursors).values({ chainId, blockNumber: 30, blockHash: '0x1', followed: 'x' });
    await expect(read(replica(), 29)).rejects.toMatchObject(behind);
    await read(replica(), 30);
  });

  test('is compared with what was seen before the read started', async () => {
    const guard = replica();
    const floor = await guard.floor();
    await read(guard, 11);
    await guard.require({ number: 10, timestamp: now / 1000 }, floor);
  });

  test('is not recorded when it is in the future, because every later answer would be rejected', async () => {
    const guard = replica();
    await read(guard, 10 ** 12, -60);
    await read(guard, 10);
  });

  test('costs one statement per second', async () => {
    const guard = replica(1_000);
    let statements = 0;
    const counted = Object.assign(Object.create(db), {
      execute: (query: Parameters<Database['execute']>[0]) => {
        statements += 1;
        return db.execute(query);
      },
    });
    const busy = new DatabaseHeadGuard({ db: counted, chainId, syncMs: 1_000, now: () => now });
    for (let block = 1; block <= 50; block += 1) await read(busy, block);
    expect(statements).toBe(1);
    now += 1_000;
    await read(busy, 51);
    expect(statements).toBe(2);
    now += 1_000;
    await expect(read(guard, 49)).rejects.toMatchObject(behind);
  });
});

test('a lagging node releases no key to a wallet whose role was revoked, and nothing is written', async () => {
  const node = await startFaultyNode(requireStack('rpcUrl'));
  let skippedMs = 0;
  const head = new DatabaseHeadGuard({
    db,
    chainId: 31337,
    syncMs: 0,
    now: () => Date.now() + skippedMs,
  });
  const chain = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337, head });
  const service = await startTestService({ overrides: { chain } });
  try {
    const lab = await registeredLab(service);
    const member = await fundedWallet();
    await grantRole(lab.owner, { oclId: lab.oclId, to: member.address, role: 'CONTRIBUTOR' });
    const { token } = await signIn(service, member);
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'secret');
    const filePath = 'kept.txt';
    await uploadFile(service, lab, ciphertext, { path: filePath, accessLevel: 'ADMIN', encryptionMetadata });
    const asMember = { ...lab, token, wallet: member.address.toLowerCase() };
    // Records the node's answers while the role is granted.
    const stale = new Map<string, unknown>();
    const asked = new Set<string>();
    node.fail(({ method, params }) => {
      if (method === 'eth_call') asked.add(JSON.stringify(params));
      return false;
    });
    expect((await decryptDataKey(service, asMember, { filePath })).error).toBeNull();
    expect((await initiate(service, asMember, 1)).error).toBeNull();
    for (const params of asked) {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: JSON.parse(params) };
      const response = await fetch(requireStack('rpcUrl'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      stale.set(params, (await response.json()).result);
    }
    node.fail(null);
    await revokeRole(lab.owner, lab.oclId, member.address);
    // Any read that sees the newer block counts, by any caller.
    expect((await decryptDataKey(service, lab, { filePath })).error).toBeNull();

    node.fail(({ id, method, params }, response) => {
      const result = method === 'eth_call' ? stale.get(JSON.stringify(params)) : undefined;
      if (result === undefined) return false;
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      return true;
    });
    const refused = { code: 'UPSTREAM_UNAVAILABLE', details: expect.stringContaining('NODE_BEHIND') };
    const key = await decryptDataKey(service, asMember, { filePath });
    expect(key).toMatchObject({ plaintextDEK: null, error: refused });
    expect((await initiate(service, asMember, 1)).error).toMatchObject(refused);

    node.fail(null);
    expect((await decryptDataKey(service, asMember, { filePath })).error).toMatchObject({
      code: 'UNAUTHORIZED',
    });
    // A chain without new blocks.
    skippedMs = 31_000;
    expect((await decryptDataKey(service, lab, { filePath })).error).toMatchObject(refused);
    expect((await initiate(service, lab, 1)).error).toMatchObject(refused);
  } finally {
    await service.stop();
    await node.stop();
  }
});
