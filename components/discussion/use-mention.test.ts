import { expect, it } from 'vitest';
import { typedMention, withMention } from './use-mention.ts';

const address = `0x${'ab'.repeat(20)}`;

it.each([
  ['@', ''],
  ['Hello @ad', 'ad'],
  ['(@ad', 'ad'],
  ['mail@ad', null],
  [`@${address}`, null],
  ['@ad a', null],
])('in %j the mention is %j', (text, part) => expect(typedMention(text, text.length)).toBe(part));

it('replaces what was typed, also within a text', () => {
  expect(withMention('See @ad', 7, address)).toEqual([`See @${address} `, 48]);
  expect(withMention('See @ad, please', 7, address)).toEqual([`See @${address} , please`, 48]);
});
