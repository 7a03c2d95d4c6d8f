import type { ExactHitFieldsFragment } from '@labroom/client/documents';
import { expect, it } from 'vitest';
import { exactRow } from './exact-row.ts';
import { addressOf, isIdentifier, sha256Of } from './identifier.ts';

const lab = { oclId: '0x01', shortname: 'quokka-lab', name: 'Quokka', labNftTokenId: '1' };
const hit = (more: Partial<ExactHitFieldsFragment>) =>
  exactRow({
    identifier: 'OCL_ID',
    lab,
    role: null,
    file: null,
    version: null,
    events: [],
    ...more,
  } as never);
const event = (eventName: string, logIndex: number, args: object = {}) =>
  ({ id: '', contractName: 'ipt', eventName, blockNumber: 7, logIndex, args }) as never;

it('links a token to its page, and a wallet, an account and a DID to the lab', () => {
  expect(hit({ identifier: 'TOKEN_SYMBOL' })).toMatchObject({
    name: 'Quokka',
    path: '/labs/quokka-lab/tokenize',
  });
  expect(hit({ identifier: 'LAB_ACCOUNT' })).toMatchObject({ kind: 'lab', path: '/labs/quokka-lab' });
  expect(hit({ identifier: 'MEMBER', role: 'VIEWER' })).toMatchObject({
    kind: 'person',
    reason: 'This wallet is a viewer',
  });
});

it('says what a transaction did, and links to the page that begins with it', () => {
  const events = [event('TokensCreated', 3), event('TermsAccepted', 4), event('TokensCreated', 5)];
  expect(hit({ identifier: 'TRANSACTION', events })).toMatchObject({
    name: 'Lab tokenized, Terms accepted',
    lab: 'Quokka',
    path: '/labs/quokka-lab/activity?show=onchain&before=7%3A6',
  });
  const wallet = `0x${'ab'.repeat(20)}`;
  expect(hit({ identifier: 'TRANSACTION', lab: null, events: [event('X', 0, { to: wallet })] }).path).toBe(
    `/activity?show=onchain&wallet=${wallet}&before=7%3A1`,
  );
});

it('recognises addresses, hashes and DIDs in any case, and nothing else', () => {
  const hex = 'AB'.repeat(32);
  for (const text of [hex, `sha256:${hex}`, ` SHA256-${hex} `])
    expect(sha256Of(text)).toBe(hex.toLowerCase());
  expect(addressOf(`0x${'AB'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`);
  expect(isIdentifier('did:odf:fed01ab')).toBe(true);
  for (const text of ['lipase', '0xabc', `${hex}0`, 'did: a sentence'])
    expect(isIdentifier(text)).toBe(false);
});
