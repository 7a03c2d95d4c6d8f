import { expect, test } from 'vitest';
import { subjectOf } from './page-versions.ts';

test.each([
  ['/', null],
  ['/?wallet=1', null],
  ['/labs', null],
  ['/labs?search=a', null],
  ['/activity?page=2', null],
  ['/developers/start', null],
  ['/agreements/0x01/agreements/a.json', null],
  ['/labs/lipase', 'lipase'],
  ['/labs/lipase?tab=1', 'lipase'],
  ['/labs/lipase/files/a/b.csv?file=a%2Fb.csv', 'lipase'],
  ['/labs/lipase/members', 'lipase'],
  // The labs of a person are on it.
  ['/labs/lipase/members/0xabc', null],
  ['/labs/a%20b/activity', 'a b'],
  ['/labs/%ff', undefined],
  ['/search?q=a', undefined],
  ['/account', undefined],
  ['/inbox', undefined],
  ['/invite/1', undefined],
  ['/developersx', undefined],
])('the page at %s shows %s', (url, subject) => {
  expect(subjectOf(url)).toBe(subject);
});
