import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reasonCodes } from '@labroom/service/contract/contract.generated.ts';
import { byteReasons } from '@labroom/service/platform/storage/byte-reasons.ts';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
/** Tests, and the tables of cases and the checks that tests run. */
const proofs = [
  '{service,packages,lib,components,web,conformance}/**/*.{test,suite,fixture}.{ts,tsx}',
  'conformance/checks/*.ts',
  'testing/{gateway-rows,write-cases}/*.ts',
];

test('every reason of an error is asserted somewhere', async () => {
  const texts: string[] = [];
  for await (const path of glob(proofs, { cwd: root })) texts.push(await readFile(join(root, path), 'utf8'));
  const words = new Set(texts.flatMap((text) => text.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? []));
  const reasons = [...Object.keys(reasonCodes), ...Object.keys(byteReasons)];
  expect(reasons.filter((reason) => !words.has(reason))).toEqual([]);
});
