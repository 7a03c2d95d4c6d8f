import { networks } from '@labroom/contracts/networks';
import { conditionsForHolders } from '@labroom/protocol/conditions';
import { describe, expect, it, test } from 'vitest';
import { holderFolders, minimumOf } from './holder-files.ts';
import { holderParts } from './holder-parts.ts';
import { supplySteps } from './supply-steps.ts';
import type { Ledger, TokenLab } from './token-lab.ts';
import { shownAmount, shownShare } from './token-units.ts';
import { weeksUntil } from './week-columns.ts';

const token = `0x${'70'.repeat(20)}` as const;
const oclId = `0x0101${'0'.repeat(19)}1${'a'.repeat(40)}`;
const holders = (minimum: bigint) =>
  conditionsForHolders(oclId, networks[31337], { address: token }, minimum);
const file = (path: string, conditions: unknown) => ({
  did: path,
  path,
  encryptionMetadata: { accessControlConditions: JSON.stringify(conditions) },
});

describe('what holders may open', () => {
  it('is grouped by folder and by the balance that opens it, the smallest first', () => {
    const files = [
      file('plans/a.md', holders(500n)),
      file('data/1.csv', holders(100n)),
      file('data/deep/2.csv', holders(100n)),
      file('data/3.csv', holders(500n)),
      file('top.md', holders(100n)),
      file('odd.md', []),
    ];
    expect(holderFolders(files, token)).toEqual([
      { name: 'data', paths: ['data/1.csv', 'data/deep/2.csv'], minimum: 100n },
      { name: null, paths: ['top.md'], minimum: 100n },
      { name: 'plans', paths: ['plans/a.md'], minimum: 500n },
      { name: 'data', paths: ['data/3.csv'], minimum: 500n },
      { name: null, paths: ['odd.md'], minimum: null },
    ]);
  });

  it('names no balance for conditions that a balance alone does not meet', () => {
    expect(minimumOf(JSON.stringify(holders(100n)), token)).toBe(100n);
    const strict = JSON.stringify(holders(100n)).replace('"or"', '"and"');
    expect(minimumOf(strict, token)).toBeNull();
    expect(minimumOf(JSON.stringify(holders(100n)), `0x${'71'.repeat(20)}`)).toBeNull();
    const above = JSON.stringify(holders(100n)).replace('">="', '">"');
    expect(minimumOf(above, token)).toBe(101n);
    for (const broken of ['', '{}', '[', 'null']) expect(minimumOf(broken, token)).toBeNull();
  });
});

describe('the parts of the strip', () => {
  const lab = { account: '0xacc', roles: new Map([['0x0', 'OWNER']]) } as Partial<TokenLab> as TokenLab;
  const holder = (address: string, balance: bigint) => ({ address, balance: String(balance), share: 0.1 });
  const units = 10n ** 18n;

  it('are the eight largest holders and all others together', () => {
    const list = Array.from({ length: 10 }, (_, at) => holder(`0x${at}`, BigInt(20 - at) * units));
    const ledger = { holders: list, holderCount: 30, supply: String(200n * units) } as Ledger;
    const parts = holderParts(lab, ledger);
    expect(parts).toHaveLength(9);
    expect(parts.slice(0, 2).map(({ name }) => name)).toEqual(['Owner 0x0', '0x1']);
    expect(parts.at(-1)).toMatchObject({ name: '22 others', value: 68, shown: '34 %', fill: 'tint' });
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(200);
  });

  it('name the account of the lab', () => {
    const ledger = { holders: [holder('0xacc', units)], holderCount: 1, supply: String(units) } as Ledger;
    expect(holderParts(lab, ledger)).toMatchObject([{ name: 'Lab account', fill: 'solid' }]);
  });
});

describe('the weeks', () => {
  const now = new Date('2026-11-22T23:59:59Z');
  const week = (startsAt: string) => ({ startsAt, transfers: 2, transferred: '5' });

  it('run to the current one, without gaps, at least eight and at most 26', () => {
    const weeks = weeksUntil(now, [week('2026-11-09T00:00:00.000Z')]);
    expect(weeks.map(({ startsAt, transfers }) => `${startsAt.slice(5, 10)} ${transfers}`)).toEqual([
      '09-28 0',
      '10-05 0',
      '10-12 0',
      '10-19 0',
      '10-26 0',
      '11-02 0',
      '11-09 2',
      '11-16 0',
    ]);
    expect(weeksUntil(now, [week('2026-01-05T00:00:00.000Z')])).toHaveLength(26);
    expect(weeksUntil(now, [])).toHaveLength(8);
  });
});

describe('the supply', () => {
  const change = (at: string, delta: string, supply: string) => ({ id: at, at, change: delta, supply });

  it('has one step per block, oldest first', () => {
    const steps = supplySteps(
      {
        supplyChanges: [
          change('2026-11-03T00:00:00Z', '-1000000000000000000', '2000000000000000000'),
          change('2026-11-02T00:00:00Z', '1000000000000000000', '3000000000000000000'),
          change('2026-11-02T00:00:00Z', '2000000000000000000', '2000000000000000000'),
        ],
      },
      new Date('2026-11-05T00:00:00Z'),
    );
    expect(steps.points.map(({ value }) => value)).toEqual([3, 2]);
    expect(steps.rows[0]).toEqual(['3 Nov 2026', '−1', '2']);
    expect([steps.from, steps.to]).toEqual([Date.parse('2026-11-02'), Date.parse('2026-11-05')]);
  });

  it('of a token without supply has no step', () => {
    expect(supplySteps({ supplyChanges: [] }, new Date()).points).toEqual([]);
  });
});

test('amounts and shares never show more, or all, or nothing, where that is wrong', () => {
  expect(shownAmount('1234567890000000000000')).toBe('1,234.5678');
  expect(shownAmount('1')).toBe('under 0.0001');
  expect(shownAmount('0')).toBe('0');
  expect(shownAmount(String(2n ** 256n - 1n))).toMatch(/^115,792,/);
  expect([0, 0.00001, 0.5, 0.1234, 0.99999, 1].map(shownShare)).toEqual([
    '0 %',
    'under 0.1 %',
    '50 %',
    '12.3 %',
    'over 99.9 %',
    '100 %',
  ]);
});
