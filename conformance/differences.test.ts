import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checks } from './checks.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/developers/differences.md'), 'utf8');
/** The cells of the rows, without heads and rules. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what') && !line.startsWith('| value'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('the page of differences has rows', () => expect(rows.length).toBeGreaterThan(14));

test.each(rows.map((row) => [row[0] ?? '', row] as const))(
  '%s: a reason, and a check that exists',
  (_, row) => {
    const [reason = '', check = ''] = row.slice(-2);
    const name = check.replaceAll('`', '');
    expect(reason).not.toBe('');
    expect(checks.some(({ id }) => id === name) || existsSync(resolve(root, name))).toBe(true);
  },
);
