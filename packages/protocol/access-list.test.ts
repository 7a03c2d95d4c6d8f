import { networks } from '@labroom/contracts/networks';
import { keccak256, stringToHex } from 'viem';
import { expect, it } from 'vitest';
import { orOnList, splitLists } from './access-list.ts';
import { conditionForList, conditionsForTeam } from './conditions.ts';
import { filesSubject } from './files-subject.ts';

const accessList = `0x${'a1'.repeat(20)}`;
const network = { ...networks[8453], contracts: { ...networks[8453].contracts, accessList } };
const oclId = `0x0101${'0'.repeat(58)}ab`;
const subject = filesSubject(['did:odf:one']);
const other = `0x${'5c'.repeat(32)}`;
const on = (of: string) => conditionForList(oclId, { name: network.name, list: accessList }, of);
const team = JSON.stringify(conditionsForTeam(oclId, network));
const or = { operator: 'or' };

it('is about exactly these files: the keccak256 of their DIDs, in one order and each once', () => {
  expect(subject).toBe('0xf1b6b217267b3e66df061facd1914c7ada9da8fb4677b9ab6d1053252839cd1b');
  const both = filesSubject(['did:odf:two', 'did:odf:one']);
  expect(both).toBe(keccak256(stringToHex('did:odf:one\ndid:odf:two')));
  expect(filesSubject(['did:odf:one', 'did:odf:two', 'did:odf:one'])).toBe(both);
});

it('adds "or on the list" and keeps every character before it', () => {
  const spaced = ` ${JSON.stringify(conditionsForTeam(oclId, network), null, 2)}\n`;
  for (const base of [team, spaced]) {
    const widened = orOnList(base, on(subject));
    expect(JSON.parse(widened)).toEqual([...JSON.parse(base), or, on(subject)]);
    expect(splitLists(widened, network)).toEqual({
      base: base.trimEnd(),
      onLists: JSON.stringify([on(subject)]),
      lists: [{ oclId, subject }],
    });
  }
});

it('takes several lists off, in their order', () => {
  const widened = orOnList(orOnList(team, on(subject)), on(other));
  expect(splitLists(widened, network)).toEqual({
    base: team,
    onLists: JSON.stringify([on(subject), or, on(other)]),
    lists: [
      { oclId, subject },
      { oclId, subject: other },
    ],
  });
});

it('knows a list without anything before it', () => {
  const alone = JSON.stringify([on(subject)]);
  expect(splitLists(alone, network)).toEqual({
    base: null,
    onLists: alone,
    lists: [{ oclId, subject }],
  });
  expect(splitLists(orOnList(alone, on(other)), network).base).toBeNull();
});

it.each([
  ['a list that must hold as well', [...JSON.parse(team), { operator: 'and' }, on(subject)]],
  ['a list that something follows', [on(subject), { operator: 'and' }, ...JSON.parse(team)]],
  [
    'a list with another result',
    [
      ...JSON.parse(team),
      or,
      { ...on(subject), returnValueTest: { key: '', comparator: '!=', value: 'true' } },
    ],
  ],
  ['another function', [...JSON.parse(team), or, { ...on(subject), functionName: 'entryOf' }]],
  [
    'another interface',
    [...JSON.parse(team), or, { ...on(subject), functionAbi: { ...on(subject).functionAbi, outputs: [] } }],
  ],
  [
    'another contract',
    [...JSON.parse(team), or, { ...on(subject), contractAddress: `0x${'a2'.repeat(20)}` }],
  ],
  ['another chain', [...JSON.parse(team), or, { ...on(subject), chain: 'local' }]],
  [
    'a wallet in place of the reader',
    [...JSON.parse(team), or, { ...on(subject), functionParams: [oclId, subject, accessList] }],
  ],
])('does not take off %s', (_, conditions) => {
  const json = JSON.stringify(conditions);
  expect(splitLists(json, network)).toEqual({ base: json, onLists: null, lists: [] });
});

it.each([
  ['what is no JSON', '['],
  ['a key twice', team.replace('{', '{"chain":"base",')],
])('leaves %s as it is', (_, json) => {
  expect(splitLists(json, network)).toEqual({ base: json, onLists: null, lists: [] });
});

it('finds none where the network has no list', () => {
  const json = orOnList(team, on(subject));
  expect(splitLists(json, networks[8453])).toEqual({ base: json, onLists: null, lists: [] });
});
