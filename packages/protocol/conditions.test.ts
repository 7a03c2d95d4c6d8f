import { networks } from '@labroom/contracts/networks';
import { encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { conditionForList, conditionsForHolders, conditionsForTeam } from './conditions.ts';
import { describeConditions } from './describe-conditions.ts';
import { isCall, parseConditions } from './parse-conditions.ts';

const network = networks[8453];
const lab = { oclId: `0x0101${'0'.repeat(58)}ab`, name: 'Longevity Lab' };
const team = conditionsForTeam(lab.oclId.toUpperCase().replace('0X', '0x'), network);

it("asks the chain's access resolver for the role of viewer or higher", () => {
  expect(team).toEqual([
    expect.objectContaining({
      contractAddress: network.contracts.accessResolver,
      chain: 'base',
      functionName: 'hasRole',
      functionParams: [lab.oclId, ':userAddress', '1'],
      returnValueTest: { key: '', comparator: '=', value: 'true' },
    }),
  ]);
});

it("names a function whose parameters encode to the contract's call", () => {
  const condition = team.find(isCall);
  if (!condition) throw new Error('no call');
  const args = [lab.oclId, `0x${'11'.repeat(20)}`, 1];
  const data = encodeFunctionData({ abi: [condition.functionAbi], functionName: 'hasRole', args });
  expect(data.slice(0, 10)).toBe('0x1ece65ce');
});

it('round-trips through JSON', () => {
  expect(parseConditions(JSON.stringify(team))).toEqual(team);
});

it.each([
  ['not json', '{'],
  ['no array', '{}'],
  ['nothing', '[]'],
  ['an operator too many', JSON.stringify([...team, { operator: 'or' }])],
  ['two calls side by side', JSON.stringify([...team, ...team, ...team])],
  ['an outsider', JSON.stringify([{ conditionType: 'evmContract', contractAddress: 5 }])],
])('rejects %s', (_, json) => {
  expect(parseConditions(json)).toBeNull();
});

it('describes who can open a file', () => {
  const words = describeConditions(JSON.stringify(team), lab, network);
  expect(words).toEqual([
    {
      operator: null,
      sentence: 'Members of Longevity Lab: viewers, contributors and owners',
      call: 'hasRole(0x0101…00ab, your wallet, 1) = true',
      contractAddress: network.contracts.accessResolver,
      isLabRole: true,
    },
  ]);
});

it('describes it as the team only if contract, chain, lab and role match', () => {
  const sentence = (change: object) => {
    const words = describeConditions(JSON.stringify([{ ...team[0], ...change }]), lab, network);
    return words?.[0]?.sentence;
  };
  const elsewhere = `0x${'99'.repeat(20)}`;
  expect(sentence({ contractAddress: elsewhere })).toContain('the contract 0x9999…9999');
  expect(sentence({ chain: 'local' })).toContain('the contract');
  expect(sentence({ functionParams: [`0x${'2'.repeat(64)}`, ':userAddress', '1'] })).toContain('another lab');
  expect(sentence({ functionParams: [lab.oclId, elsewhere, '1'] })).toContain('the contract');
  expect(sentence({ functionParams: [lab.oclId, ':userAddress', '2'] })).toBe(
    'Contributors and owners of Longevity Lab',
  );
});

it('describes several conditions, including tokens', () => {
  const holders = {
    ...team[0],
    functionName: 'balanceOf',
    functionParams: [':userAddress'],
    returnValueTest: { key: '', comparator: '>=', value: '100' },
  };
  const words = describeConditions(JSON.stringify([...team, { operator: 'or' }, holders]), lab, network);
  expect(words?.map(({ operator, sentence }) => [operator, sentence])).toEqual([
    [null, 'Members of Longevity Lab: viewers, contributors and owners'],
    ['or', 'Wallets that hold at least 100 units of the token 0x89a1…b72B'],
  ]);
});

it("describes the lab's token by symbol and in whole tokens, and no other contract", () => {
  const token = { address: `0x${'c0'.repeat(20)}`, symbol: 'COLD', decimals: 18 } as const;
  const conditions = JSON.stringify(conditionsForHolders(lab.oclId, network, token, 2_500n * 10n ** 18n));
  const sentences = (known: typeof token) =>
    describeConditions(conditions, { ...lab, token: known }, network)?.map(({ operator, sentence }) => [
      operator,
      sentence,
    ]);
  const members = [null, 'Members of Longevity Lab: viewers, contributors and owners'];
  expect(sentences(token)).toEqual([
    members,
    ['or', 'Holders of at least 2,500 COLD, the token of Longevity Lab'],
  ]);
  expect(sentences({ ...token, address: `0x${'c1'.repeat(20)}` as typeof token.address })).toEqual([
    members,
    ['or', 'Wallets that hold at least 2500000000000000000000 units of the token 0xc0c0…c0c0'],
  ]);
});

describe('the list of a file', () => {
  const accessList = `0x${'a1'.repeat(20)}`;
  const withList = { ...network, contracts: { ...network.contracts, accessList } };
  const subject = `0x${'5b'.repeat(32)}`;
  const list = { name: network.name, list: accessList };

  it.each([
    ['this file', lab.oclId, subject, "Anybody on this file's list"],
    [
      'another subject',
      lab.oclId,
      `0x${'5c'.repeat(32)}`,
      'Anybody on a list of readers of Longevity Lab (0x5c5c…5c5c)',
    ],
    [
      'another lab',
      `0x${'2'.repeat(64)}`,
      subject,
      'Anybody on a list of readers of another lab (0x2222…2222)',
    ],
  ])('is described as that of %s', (_, oclId, of, sentence) => {
    const conditions = [...team, { operator: 'or' }, conditionForList(oclId, list, of)];
    const words = describeConditions(JSON.stringify(conditions), { ...lab, subject }, withList);
    expect(words?.map((one) => [one.operator, one.sentence, one.isLabRole])).toEqual([
      [null, 'Members of Longevity Lab: viewers, contributors and owners', true],
      ['or', sentence, false],
    ]);
  });

  it('is no list where the network has no such contract', () => {
    const conditions = JSON.stringify([conditionForList(lab.oclId, list, subject)]);
    expect(describeConditions(conditions, { ...lab, subject }, network)?.[0]?.sentence).toBe(
      'Wallets for which the contract 0xa1a1…a1a1 answers isListed with = true',
    );
  });
});
