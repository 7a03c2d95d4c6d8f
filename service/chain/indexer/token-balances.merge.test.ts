import { readFile } from 'node:fs/promises';
import {
  attached,
  minted,
  person,
  ScriptedChain,
  tokenized,
  tokenOf,
  tokenTransferred,
} from '@labroom/testing/scripted-chain.ts';
import { openTestIndex } from '@labroom/testing/test-index.ts';
import { asc } from 'drizzle-orm';
import { type Address, encodeAbiParameters, pad, toEventSelector, zeroAddress } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#operator/check/invariants.ts';
import { labTokenBalances, labTokens, labTokenWeeks } from '#platform/db/tables/chain.ts';

const [alice, bob, carol] = [person(0xa11ce), person(0xb0b), person(0xca201)];

describe('the balances of a token', async () => {
  const { index, isCorrect } = await openTestIndex();
  let chain: ScriptedChain;
  beforeEach(async () => {
    await index.clear();
    chain = new ScriptedChain().mine(...minted(1, alice)).mine(...minted(2, bob));
  });

  const transfer = (from: Address, to: Address, value: bigint) => tokenTransferred(1, from, to, value);
  const balances = async () =>
    Object.fromEntries(
      (await index.db.select().from(labTokenBalances)).map(({ holder, balance }) => [holder, balance]),
    );
  const totals = async () => (await index.db.select().from(labTokens).orderBy(asc(labTokens.address)))[0];

  async function mustBeCorrect(): Promise<void> {
    expect(await brokenInvariants(index.db)).toEqual([]);
    await isCorrect(chain);
  }

  test('follow issuing, transfers and burning', async () => {
    await index.catchUp(chain.mine(...tokenized(1, alice)).mine(transfer(alice, bob, 300n)));
    expect(await balances()).toEqual({ [alice]: '700', [bob]: '300' });
    chain.mine(
      transfer(bob, carol, 300n),
      transfer(zeroAddress, carol, 50n),
      transfer(alice, zeroAddress, 200n),
    );
    await index.catchUp(chain);
    expect(await balances()).toEqual({ [alice]: '500', [carol]: '350' });
    expect(await totals()).toMatchObject({ supply: '850', holderCount: 2, transferCount: 5, cap: null });
    await mustBeCorrect();
  });

  test('are not changed by transfers to oneself and of 0', async () => {
    chain.mine(...tokenized(1, alice), transfer(alice, alice, 999n), transfer(alice, bob, 0n));
    chain.mine(transfer(carol, carol, 0n), transfer(zeroAddress, bob, 0n));
    await index.catchUp(chain);
    expect(await balances()).toEqual({ [alice]: '1000' });
    expect(await totals()).toMatchObject({ supply: '1000', holderCount: 1, transferCount: 5 });
    await mustBeCorrect();
  });

  test('hold amounts of 256 bits', async () => {
    const most = 2n ** 256n - 1n;
    chain.mine(...tokenized(1, alice, most)).mine(transfer(alice, bob, most - 1n));
    await index.catchUp(chain);
    expect(await balances()).toEqual({ [alice]: '1', [bob]: String(most - 1n) });
    await mustBeCorrect();
  });

  test('a wrapped token has none, whatever its contract logs', async () => {
    const foreign = tokenTransferred(9, alice, bob, 1n);
    await index.catchUp(chain.mine(...attached(1, alice, tokenOf(9)), foreign).mine(foreign));
    expect(await balances()).toEqual({});
    expect(await totals()).toMatchObject({ supply: '0', holderCount: 0, transferCount: 0 });
  });

  test('transfers that no lab token allows, and logs that cannot be decoded, stop nothing', async () => {
    await index.catchUp(chain.mine(...tokenized(1, alice)));
    const data = encodeAbiParameters([{ type: 'uint256' }], [1n]);
    const broken = { ...transfer(alice, bob, 1n), data: '0x12' as const };
    const other = {
      ...transfer(alice, bob, 1n),
      topics: [toEventSelector('Transfer(address,address,uint256)')],
      data,
    };
    await index.catchUp(chain.mine(broken, other, transfer(carol, bob, 5n)));
    expect(await balances()).toEqual({ [alice]: '1000', [bob]: '5', [carol]: '-5' });
    expect(await totals()).toMatchObject({ supply: '1000', holderCount: 2 });
    chain
      .fork(1)
      .mine(transfer(alice, bob, 1n))
      .mineEmpty(1);
    await index.catchUp(chain);
    expect(await balances()).toEqual({ [alice]: '999', [bob]: '1' });
    await mustBeCorrect();
  });

  test('the end of issuance is kept, and taken back by a reorganization', async () => {
    const capped = {
      address: tokenOf(1),
      topics: [toEventSelector('Capped(uint256)')],
      data: pad('0x3e8'),
    };
    await index.catchUp(chain.mine(...tokenized(1, alice)).mine(capped));
    expect(await totals()).toMatchObject({ cap: '1000', cappedAt: expect.any(Date) });
    await mustBeCorrect();
    await index.catchUp(chain.fork(1).mineEmpty(2));
    expect(await totals()).toMatchObject({ cap: null, cappedAt: null });
    await mustBeCorrect();
  });

  test('are the same after any reorganizations, in ranges of any size', async () => {
    const people = [alice, bob, carol, person(0xda7e)];
    let state = 7;
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const somebody = () => people[next(people.length)] ?? alice;
    chain.mine(...tokenized(1, alice), ...tokenized(2, bob));
    for (let round = 0; round < 12; round += 1) {
      if (round > 0) chain.fork(1 + next(4));
      for (let block = 0; block < 5; block += 1) {
        const logs = Array.from({ length: next(5) }, () => {
          const kind = next(6);
          const from = kind === 0 ? zeroAddress : somebody();
          const to = kind === 1 && from !== zeroAddress ? zeroAddress : somebody();
          return tokenTransferred(1 + next(2), from, to, BigInt(next(40)));
        });
        chain.mine(...logs);
      }
      await index.catchUp(chain, { size: 1 + next(4) });
      expect(await brokenInvariants(index.db)).toEqual([]);
    }
    await mustBeCorrect();
    expect((await index.db.select().from(labTokenWeeks)).length).toBeGreaterThan(0);
  });

  test('the migration derives them from events that were indexed before', async () => {
    chain.mine(...tokenized(1, alice), transfer(alice, bob, 10n)).mine(transfer(bob, zeroAddress, 4n));
    chain.mine({ address: tokenOf(1), topics: [toEventSelector('Capped(uint256)')], data: pad('0x3e8') });
    chain.mine(
      ...tokenized(2, bob, 5n),
      tokenTransferred(2, bob, bob, 5n),
      tokenTransferred(2, bob, carol, 0n),
    );
    await index.catchUp(chain);
    const before = await index.content();
    await index.db.delete(labTokenBalances);
    await index.db.delete(labTokenWeeks);
    await index.db
      .update(labTokens)
      .set({ supply: '0', holderCount: 0, transferCount: 0, cap: null, cappedAt: null });
    const migration = new URL('../../platform/db/migrations/0001_lab-token-balances.sql', import.meta.url);
    const [, backfill = ''] = (await readFile(migration, 'utf8')).split('-- Derives the new rows');
    const statements = `--${backfill}`.split('--> statement-breakpoint');
    await index.db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });
    expect(await index.content()).toEqual(before);
  });
});
