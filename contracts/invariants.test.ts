import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
/** What a linked file must contain to hold an invariant: a Solidity test, a test of TypeScript, or an assertion that is proved. */
const TESTS: Record<string, RegExp> = {
  '.t.sol': /function (test|invariant)_?\w+/,
  '.test.ts': /\b(it|test)(\.each\(.*\))?\(/,
  '.sol': /\bassert\(/,
};

/** The rows of the first table below the heading, without its head. */
function rowsOf(document: string): string[][] {
  const text = readFileSync(join(ROOT, document), 'utf8').split('\n## Invariants\n')[1]?.split('\n## ')[0];
  const lines = text?.split('\n').filter((line) => line.startsWith('|')) ?? [];
  return lines.slice(2).map((line) => line.split('|').slice(1, -1));
}

describe.each(['SECURITY.md', 'docs/contracts-for-auditors.md'])('the invariants of %s', (document) => {
  const rows = rowsOf(document).map((cells) => ({
    invariant: cells.slice(0, -1).join(' ').trim(),
    known: cells.at(-1)?.trim() ?? '',
  }));

  test('are many', () => expect(rows.length).toBeGreaterThan(15));

  test.each(rows)(
    '$invariant: is proved by a core, or is tested and says that it is not proved',
    ({ known }) => {
      const links = [...known.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) =>
        join(dirname(join(ROOT, document)), target),
      );
      const proofs = links.filter((link) => link.includes('/contracts/proofs/'));
      expect(known).toMatch(proofs.length > 0 ? /^proved: / : /^tested, not proved: /);
      expect(links.length).toBeGreaterThan(proofs.length);
      for (const link of links) {
        const ending = Object.keys(TESTS).find((name) => link.endsWith(name));
        expect(ending, link).toBeDefined();
        expect(readFileSync(link, 'utf8'), link).toMatch(TESTS[ending ?? ''] ?? /$^/);
      }
    },
  );
});
