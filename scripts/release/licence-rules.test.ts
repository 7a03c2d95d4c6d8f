import { expect, test } from 'vitest';
import { refusalOfLicence } from './licence-rules.ts';

test.each([
  ['a', 'MIT'],
  ['a', '(MIT AND Zlib)'],
  ['dompurify', '(MPL-2.0 OR Apache-2.0)'],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'],
  ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later'],
  ['jsfive', 'SEE LICENSE IN LICENSE.txt'],
])('%s may be under %s', (name, licence) => {
  expect(refusalOfLicence(name, licence)).toBeNull();
});

test.each([
  ['a', 'GPL-3.0-only', 'a is under GPL-3.0-only'],
  ['a', 'MIT AND AGPL-3.0-or-later', 'a is under AGPL-3.0-or-later'],
  ['a', 'MIT OR GPL-2.0', 'a is under GPL-2.0'],
  ['a', 'LGPL-3.0-or-later', 'a is under LGPL-3.0-or-later'],
  ['jsfive-2', 'SEE LICENSE IN LICENSE.txt', 'jsfive-2 is under'],
  ['a', 'UNLICENSED', 'a is under UNLICENSED'],
  ['a', '', 'a declares no licence'],
])('%s may not be under "%s"', (name, licence, refusal) => {
  expect(refusalOfLicence(name, licence)).toContain(refusal);
});
