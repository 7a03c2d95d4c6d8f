import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** The most lines of a file that is written by hand, other than a test. */
const MAX_LINES = 300;

/** The files that are longer, with their number of lines. Lower a number or remove a line; add none. */
const known: Record<string, number> = {
  'bench/guests/requests.ts': 328,
  'bench/reads.ts': 302,
  'conformance/checks/uploads.ts': 327,
  'local/example-labs/labs/battery.ts': 589,
  'local/example-labs/labs/biofilm.ts': 619,
  'local/example-labs/labs/coil.ts': 468,
  'local/example-labs/labs/lipase.ts': 795,
  'local/example-labs/labs/soil.ts': 558,
  'packages/client/documents/activity.graphql': 361,
  'packages/client/documents/files.graphql': 402,
  'packages/markdown/text-bounds.ts': 343,
  'packages/protocol/fair-turns.ts': 365,
  'service/graphql/resolvers.ts': 352,
  'service/platform/db/tables/files.ts': 309,
  'service/platform/storage/disk-storage.ts': 336,
  'service/platform/storage/s3-storage.ts': 316,
  'testing/gateway-rows/settlements.ts': 316,
  'testing/write-cases/files.ts': 395,
};

const root = path.join(import.meta.dirname, '..');
const isCounted = (file: string) =>
  /\.(tsx?|graphql)$/.test(file) && !/\.(generated|test|suite|fixture|spec)\.tsx?$/.test(file);

describe('files', () => {
  test('have at most 300 lines, and those that are longer do not grow', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
    })
      .toString()
      .split('\n')
      .filter((file) => isCounted(file) && existsSync(path.join(root, file)));
    expect(files.length).toBeGreaterThan(1_000);
    const lengths = files.map(
      (file) => [file, countLines(readFileSync(path.join(root, file), 'utf8'))] as const,
    );
    expect(complaints(new Map(lengths), known)).toEqual([]);
  });

  test('that break the rule are named', () => {
    const lengths = new Map([
      ['short.ts', MAX_LINES],
      ['long.ts', MAX_LINES + 1],
      ['as-before.ts', 400],
      ['grown.ts', 401],
      ['shrunk.ts', 399],
      ['repaired.ts', MAX_LINES],
    ]);
    const listed = {
      'as-before.ts': 400,
      'grown.ts': 400,
      'shrunk.ts': 400,
      'repaired.ts': 400,
      'gone.ts': 400,
    };
    expect(complaints(lengths, listed)).toEqual([
      'gone.ts does not exist: remove it from the list',
      'grown.ts has 401 lines: split it, the list allows 400',
      'long.ts has 301 lines: split it, a file has at most 300',
      'repaired.ts has 300 lines: remove it from the list',
      'shrunk.ts has 399 lines: lower its number in the list from 400',
    ]);
  });

  test('that are generated, and tests, may be longer', () => {
    const counted = ['a.ts', 'a.tsx', 'a.graphql'];
    const free = [
      'a.generated.ts',
      'a.test.ts',
      'a.stack.test.ts',
      'a.test.tsx',
      'a.fixture.ts',
      'a.spec.ts',
      'a.md',
    ];
    expect([...counted, ...free].filter(isCounted)).toEqual(counted);
  });
});

const countLines = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

function complaints(lengths: ReadonlyMap<string, number>, listed: Record<string, number>): string[] {
  const found = [...new Set([...lengths.keys(), ...Object.keys(listed)])].map((file) =>
    complaintOf(file, lengths.get(file), listed[file]),
  );
  return found.filter((complaint) => complaint !== undefined).sort();
}

function complaintOf(
  file: string,
  lines: number | undefined,
  allowed: number | undefined,
): string | undefined {
  if (lines === undefined) return `${file} does not exist: remove it from the list`;
  if (allowed === undefined)
    return lines > MAX_LINES
      ? `${file} has ${lines} lines: split it, a file has at most ${MAX_LINES}`
      : undefined;
  if (lines <= MAX_LINES) return `${file} has ${lines} lines: remove it from the list`;
  if (lines > allowed) return `${file} has ${lines} lines: split it, the list allows ${allowed}`;
  if (lines < allowed) return `${file} has ${lines} lines: lower its number in the list from ${allowed}`;
  return undefined;
}
