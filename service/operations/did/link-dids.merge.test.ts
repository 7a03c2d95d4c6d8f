import { didProvider, didSubjects, hashLinkDidRequest } from '@labroom/contracts/did-link';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { startAttesterEndpoint } from '@labroom/testing/attester-endpoint.ts';
import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { type DidFixture, rowOf, startDidFixture } from '@labroom/testing/did-fixture.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { hexToBytes, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createChainClient } from '#chain/create-chain-client.ts';
import { countActiveLinks } from '#chain/projections/derive-did-links.ts';
import type { RequestContext } from '#core/context/context.ts';
import { isSignedByDid } from '#core/did/did-key.ts';
import { type Bundler, BundlerError } from '#core/ports/bundler.ts';
import type { DidLinking } from '#core/ports/did-linking.ts';
import { readDidLinkingKeys } from '#platform/config/did-linking.ts';
import { readEnv } from '#platform/config/env.ts';
import { didLinks } from '#platform/db/tables/did.ts';
import { didKeys } from '#platform/db/tables/labs.ts';
import { startWorker } from '#worker.ts';
import { restartLinking } from './did-link-store.ts';
import { createDidLinking } from './did-linking.ts';
import { getDidLinkStatus } from './get-did-link-status.ts';
import { linkDids } from './link-dids.ts';

let fixture: DidFixture;
let linking: DidLinking;
beforeAll(async () => {
  fixture = await startDidFixture();
  if (!fixture.context.didLinking) throw new Error('DID linking is off');
  linking = fixture.context.didLinking;
});
afterAll(() => fixture.stop());

async function registeredLab() {
  const oclId = await fixture.mintLab();
  await fixture.register(oclId);
  return oclId;
}

/** The bundler with another `send`. */
function sending(send: Bundler['send']): { bundler: Bundler } {
  return { bundler: { quote: (operation) => linking.bundler.quote(operation), send } };
}
const out = new BundlerError('The bundler did not answer', false);
const failing = sending(() => Promise.reject(out));

describe('linking the DIDs of a lab', () => {
  test('goes null, PENDING, SUBMITTED, LINKED', async () => {
    const oclId = await fixture.mintLab();
    const nothing = { userOpHash: null, txHash: null, linkedDidCount: 0, attempts: 0 };
    expect(await fixture.status(oclId)).toEqual({
      ...nothing,
      oclId,
      status: null,
      accountDid: null,
      dataRoomDid: null,
      updatedAt: null,
    });
    await fixture.register(oclId);
    const pending = await fixture.status(oclId);
    expect(pending).toMatchObject({ ...nothing, status: 'PENDING' });
    expect(pending.accountDid).toMatch(/^did:odf:fed01[0-9a-f]{64}$/);

    await fixture.work();
    const submitted = await fixture.status(oclId);
    expect(submitted).toMatchObject({ status: 'SUBMITTED', attempts: 1, linkedDidCount: 0, txHash: null });
    await fixture.work();
    const landed = await fixture.status(oclId);
    expect(landed).toMatchObject({ status: 'SUBMITTED', userOpHash: submitted.userOpHash, attempts: 1 });
    await fixture.index();
    const linked = await fixture.status(oclId);
    expect(linked).toEqual({
      ...landed,
      status: 'LINKED',
      linkedDidCount: 2,
      updatedAt: linked.updatedAt,
    });

    const links = await fixture.linksOf(oclId);
    expect(
      links.map(({ args, transactionHash }) => [args.subject, args.did, args.version, transactionHash]),
    ).toEqual([
      [didSubjects.account, pending.accountDid, 1n, linked.txHash],
      [didSubjects.dataRoom, pending.dataRoomDid, 1n, linked.txHash],
    ]);
    for (const { args } of links) {
      expect(isSignedByDid(pending.dataRoomDid, hexToBytes(args.requestHash), hexToBytes(args.proof))).toBe(
        true,
      );
      expect(isSignedByDid(pending.accountDid, hexToBytes(args.requestHash), hexToBytes(args.proof))).toBe(
        false,
      );
      expect(args.attestations.map(({ attester }) => attester)).toEqual([
        localAccount('dataAttester').address,
        localAccount('serviceAttester').address,
      ]);
    }
  });

  test('is done by the worker alone', async () => {
    const { log, until } = watchedLog();
    const worker = startWorker(fixture.context, log);
    const oclId = await registeredLab();
    await until('DID link submitted');
    await expect.poll(async () => (await fixture.status(oclId)).status, { timeout: 30_000 }).toBe('LINKED');
    await worker.stop();
  });

  test('returns to PENDING after each failure, with growing delays, and is FAILED after eight', async () => {
    const oclId = await registeredLab();
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const before = Date.now();
      await fixture.work(failing);
      const { status, attempts, nextStepAt, lastFailure } = await rowOf(fixture.service, oclId);
      expect({ status, attempts }).toEqual({ status: attempt < 8 ? 'PENDING' : 'FAILED', attempts: attempt });
      expect(lastFailure).toBe('The bundler did not answer');
      delays.push(nextStepAt.getTime() - before);
    }
    for (const [index, delay] of delays.entries())
      expect(delay).toBeGreaterThanOrEqual(1_000 * 2 ** index - 100);
    await fixture.work();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'FAILED', attempts: 8 });
    expect(await fixture.linksOf(oclId)).toEqual([]);

    expect(await restartLinking(fixture.context.db)).toEqual([oclId]);
    expect(await fixture.status(oclId)).toMatchObject({ status: 'PENDING', attempts: 0 });
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1, linkedDidCount: 2 });
    expect(await restartLinking(fixture.context.db, oclId)).toEqual([]);
  });

  test('an operation that fails in a successful transaction counts as a failure', async () => {
    const oclId = await registeredLab();
    await fixture.setRelayer(zeroAddress);
    await fixture.work();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'SUBMITTED', attempts: 1 });
    await fixture.work();
    await fixture.index();
    expect(await rowOf(fixture.service, oclId)).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      lastFailure: 'The registry refuses the link: OnlyRelayer',
    });
    await fixture.setRelayer(localAddresses.relayerAccount);
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
    expect(await fixture.linksOf(oclId)).toHaveLength(2);
  });

  test('an operation that was accepted while the response was lost counts once', async () => {
    const oclId = await registeredLab();
    const silent = sending(async (operation) => {
      await linking.bundler.send(operation);
      throw out;
    });
    await fixture.work(silent);
    const { userOpHash } = await rowOf(fixture.service, oclId);
    expect(await fixture.status(oclId)).toMatchObject({ status: 'PENDING', attempts: 1 });
    await fixture.work();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'SUBMITTED', attempts: 1, userOpHash });
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
    expect(await fixture.linksOf(oclId)).toHaveLength(2);
  });

  test('an operation that the bundler accepted and lost is sent again unchanged', async () => {
    const oclId = await registeredLab();
    const sent: unknown[] = [];
    const lossy = sending(async (operation) => void sent.push(operation));
    await fixture.work(lossy);
    await fixture.work(lossy);
    expect(sent).toHaveLength(1);
    const impatient = { timing: { ...linking.timing, patienceMs: 0 } };
    await fixture.work({ ...lossy, ...impatient });
    expect(sent[1]).toEqual(sent[0]);
    await fixture.work(impatient);
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
  });

  test('an operation that misses its deadline is a failure, and a new one is signed', async () => {
    const oclId = await registeredLab();
    await fixture.work(sending(async () => undefined));
    const lost = await rowOf(fixture.service, oclId);
    const expired = lost.userOperation && { ...lost.userOperation, deadline: 1 };
    await fixture.context.db
      .update(didLinks)
      .set({ userOperation: expired })
      .where(eq(didLinks.oclId, oclId));
    await fixture.work();
    expect(await rowOf(fixture.service, oclId)).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      lastFailure: 'The operation never reached the chain',
    });
    await fixture.work();
    await fixture.index();
    const linked = await fixture.status(oclId);
    expect(linked).toMatchObject({ status: 'LINKED', attempts: 2 });
    expect(linked.userOpHash).not.toBe(lost.userOpHash);
    expect(await fixture.linksOf(oclId)).toHaveLength(2);
  });

  test('a data room without its key is a failed attempt, and does not delay other labs', async () => {
    const [broken, sound] = [await registeredLab(), await registeredLab()];
    const { dataRoomDid } = await fixture.status(broken);
    const { db } = fixture.context;
    const keys = await db.delete(didKeys).where(eq(didKeys.did, dataRoomDid)).returning();
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(sound)).toMatchObject({ status: 'LINKED' });
    expect(await rowOf(fixture.service, broken)).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      lastFailure: `There is no key of ${dataRoomDid}`,
    });
    await db.insert(didKeys).values(keys);
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(broken)).toMatchObject({ status: 'LINKED', attempts: 2 });
  });

  test('an outage of the node does not count as an attempt', async () => {
    const oclId = await registeredLab();
    const { chainId, contracts } = fixture.context.chain;
    const gone = createChainClient({ rpcUrl: 'http://127.0.0.1:1/key-of-the-node', chainId, contracts });
    const cut = { ...fixture.context, chain: gone };
    await expect(fixture.work({}, cut)).rejects.not.toThrow('key-of-the-node');
    expect(await fixture.status(oclId)).toMatchObject({ status: 'PENDING', attempts: 0 });
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
  });

  test('concurrent workers send each lab once', async () => {
    const labs = [await registeredLab(), await registeredLab(), await registeredLab()];
    const sent: bigint[] = [];
    const counting = sending(async (operation) => {
      sent.push(operation.nonce);
      await linking.bundler.send(operation);
    });
    await Promise.all(Array.from({ length: 5 }, () => fixture.work(counting)));
    await fixture.work(counting);
    await fixture.index();
    expect(new Set(sent).size).toBe(3);
    expect(sent).toHaveLength(3);
    for (const oclId of labs) {
      expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
      expect(await fixture.linksOf(oclId)).toHaveLength(2);
    }
  });

  test('a reorganization returns LINKED to SUBMITTED, and the operation is sent again', async () => {
    const oclId = await registeredLab();
    const before = await fixture.rpc('evm_snapshot');
    await fixture.work();
    await fixture.work();
    await fixture.index();
    const linked = await fixture.status(oclId);
    expect(linked.status).toBe('LINKED');

    await fixture.rpc('evm_revert', [before]);
    for (let block = 0; block < 4; block += 1) await fixture.rpc('evm_mine');
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({
      status: 'SUBMITTED',
      linkedDidCount: 0,
      txHash: null,
    });
    await fixture.work({ timing: { ...linking.timing, patienceMs: 0 } });
    await fixture.index();
    const again = await fixture.status(oclId);
    expect(again).toMatchObject({
      status: 'LINKED',
      linkedDidCount: 2,
      attempts: 1,
      userOpHash: linked.userOpHash,
    });
    expect(again.txHash).not.toBe(linked.txHash);
    expect(await fixture.linksOf(oclId)).toHaveLength(2);
  });

  test('a link that was ended on the chain is FAILED until an operator restarts it', async () => {
    const oclId = await registeredLab();
    await fixture.work();
    await fixture.index();
    await fixture.deactivate(oclId, didProvider, didSubjects.dataRoom);
    await fixture.deactivate(oclId, didProvider, didSubjects.account);
    await fixture.index();
    await fixture.work();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'FAILED', linkedDidCount: 0 });
    await restartLinking(fixture.context.db, oclId);
    await fixture.work();
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', linkedDidCount: 2 });
    expect((await fixture.linksOf(oclId)).map(({ args }) => args.version)).toEqual([1n, 1n, 2n, 2n]);
  });

  test('an attester may be remote, and an outage of it or a wrong signature does not count as an attempt', async () => {
    const endpoint = await startAttesterEndpoint(localAccount('serviceAttester').privateKey);
    onTestFinished(endpoint.stop);
    const env = readEnv({ DATABASE_URL: 'postgres://nowhere', ...endpoint.variables('SERVICE_ATTESTER') });
    const secrets = { didLinking: readDidLinkingKeys(env) };
    const remote = await createDidLinking(fixture.context.config, secrets, fixture.context.chain);
    expect(remote?.attesters).toMatchObject({ data: { kind: 'private key' }, service: { kind: 'remote' } });
    const attesters = remote?.attesters ?? linking.attesters;
    const oclId = await registeredLab();
    const sent: unknown[] = [];
    for (const answer of ['HTTP 503', "another key's signature"] as const) {
      endpoint.answer(answer);
      const { bundler } = sending(async (operation) => void sent.push(operation));
      await expect(fixture.work({ attesters, bundler })).rejects.toThrow('The service attester');
      expect(await fixture.status(oclId)).toMatchObject({ status: 'PENDING', attempts: 0, userOpHash: null });
    }
    endpoint.answer('refusal');
    await fixture.work({ attesters });
    expect(await rowOf(fixture.service, oclId)).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      lastFailure: 'The service attester refused the link.',
    });
    expect(sent).toEqual([]);
    endpoint.answer('signature');
    await fixture.work({ attesters });
    await fixture.index();
    expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
    // The work links whatever is due, labs of other tests too.
    const ofLab = endpoint.attested.filter(({ evidence }) => evidence.request.message.oclId === oclId);
    expect(ofLab).toHaveLength(2);
    expect(
      JSON.stringify(await rowOf(fixture.service, oclId), (_, v) => (typeof v === 'bigint' ? `${v}` : v)),
    ).not.toContain(endpoint.secret);
  });

  describe('a lab that does not get on is left alone for longer and longer, up to five minutes', () => {
    /**
     * Seconds after which the job looks at a lab, within twenty minutes. Moves what the job noted into the past instead of waiting, and stops
     * after a hundred looks.
     */
    async function looksAt(oclId: string, context: typeof fixture.context) {
      const { db } = fixture.context;
      const looks: { at: number; done: number }[] = [];
      let at = 0;
      while (looks.length < 100) {
        const { rows } = await db.execute<{ wait: number }>(sql`with former as (
            select greatest(next_step_at - now(), interval '0') as wait from did_links where ocl_id = ${oclId})
          update did_links set updated_at = updated_at - wait, next_step_at = next_step_at - wait - interval '1 millisecond'
          from former where ocl_id = ${oclId} returning extract(epoch from wait)::float8 as wait`);
        at += rows[0]?.wait ?? 0;
        if (at > 1_200) break;
        const { done } = await linkDids(context, pino({ enabled: false })).catch(() => ({ done: 0 }));
        looks.push({ at, done });
      }
      return looks;
    }
    /** Alone in the queue. */
    async function waitingLab() {
      await fixture.context.db.execute(sql`delete from did_links where status in ('PENDING', 'SUBMITTED')`);
      return registeredLab();
    }
    const gaps = (looks: { at: number }[]) => looks.slice(1).map(({ at }, i) => at - (looks[i]?.at ?? 0));

    test('whose link is on the chain, and not in the index', async () => {
      const oclId = await waitingLab();
      await fixture.work();
      await fixture.work();
      expect(await fixture.status(oclId)).toMatchObject({ status: 'SUBMITTED', txHash: expect.any(String) });
      const looks = await looksAt(oclId, fixture.context);
      expect(looks.filter(({ at }) => at < 60).length).toBeLessThanOrEqual(8);
      expect(looks.length).toBeLessThanOrEqual(15);
      expect(Math.max(...gaps(looks))).toBeGreaterThan(290);
      expect(Math.max(...gaps(looks))).toBeLessThan(310);
      // Nothing was done, so the log has no line of it.
      expect(looks.map(({ done }) => done)).toEqual(looks.map(() => 0));
      await fixture.index();
      expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED' });
    });

    test('whose registry is not on the chain', async () => {
      const oclId = await waitingLab();
      const didLinking = { ...linking, registry: zeroAddress };
      const looks = await looksAt(oclId, { ...fixture.context, didLinking });
      expect(looks.filter(({ at }) => at < 60).length).toBeLessThanOrEqual(4);
      expect(looks.length).toBeLessThanOrEqual(10);
      expect(await fixture.status(oclId)).toMatchObject({ status: 'PENDING', attempts: 0 });
    });
  });

  test('stays PENDING while linking is not configured', async () => {
    const oclId = await registeredLab();
    const done = await fixture.work({}, { ...fixture.context, didLinking: null });
    expect(done).toEqual({ done: 0, more: false });
    expect(await fixture.status(oclId)).toMatchObject({ status: 'PENDING', attempts: 0 });
  });
});

describe('getDidLinkStatus', () => {
  test('without the chain, answers for registered labs and throws UPSTREAM_UNAVAILABLE for others', async () => {
    const [registered, other] = [await registeredLab(), await fixture.mintLab()];
    const { chainId, contracts } = fixture.context.chain;
    const gone = createChainClient({ rpcUrl: 'http://127.0.0.1:1', chainId, contracts });
    const context = { ...fixture.context, chain: gone } as RequestContext;
    expect((await getDidLinkStatus(context, { oclId: registered })).didLinkStatus.status).toBe('PENDING');
    await expect(getDidLinkStatus(context, { oclId: other })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
  });
});

test('a request signed for one registry has another hash in another registry', () => {
  const request = {
    oclId: didProvider,
    provider: didProvider,
    subject: didSubjects.account,
    did: 'did:odf:1',
    requestId: didProvider,
    deadline: 1n,
  };
  const here = hashLinkDidRequest({ chainId: 31337, registry: localAddresses.didRegistry }, request);
  expect(hashLinkDidRequest({ chainId: 8453, registry: localAddresses.didRegistry }, request)).not.toBe(here);
  expect(hashLinkDidRequest({ chainId: 31337, registry: zeroAddress }, request)).not.toBe(here);
});

test('the state of a link is read without the other events of its lab', async () => {
  const { db, chain } = fixture.context;
  await db.execute(sql`insert into onchain_events (chain_id, block_number, log_index, contract_address, contract_name, event_name,
      args, tx_hash, tx_sender, block_hash, block_timestamp, ocl_id)
    select ${chain.chainId}, 900000 + n, 0, '0x', case when n % 1000 = 0 then 'ocl' else 'accessresolver' end,
      case when n % 1000 = 0 then 'DidLinked' else 'RoleGranted' end, '{}', '0x' || n, '0x', '0x', now(), '0xmany'
    from generate_series(1, 5000) n`);
  await db.execute(sql`analyze onchain_events`);
  const steps = await explainQueries(db, () => countActiveLinks(db, chain.chainId, '0xmany'));
  const read = steps.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
  expect(Math.max(...read)).toBe(5);
  await db.execute(sql`delete from onchain_events where ocl_id = '0xmany'`);
});
