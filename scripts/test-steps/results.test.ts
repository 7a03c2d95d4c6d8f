import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from './results.ts';
import { type RunRecord, runRecordPath, runRecordSchema, writeRunRecord } from './run-record.ts';

const assertion = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

test('results count all runners, and name what failed and what passed only the second time', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'labroom-results-test-'));
  const write = (name: string, report: object) =>
    writeFile(path.join(folder.path, name), JSON.stringify(report));
  await write('vitest-unit.json', {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        name: '/root/a.test.ts',
        assertionResults: [
          assertion('a fails', 'failed', 'Error: no\n    at a'),
          assertion('b is unstable', 'passed', 'Error: late\n    at b'),
          assertion('c passes', 'passed'),
        ],
      },
    ],
  });
  const spec = (title: string, ok: boolean, status: string) => ({
    title,
    file: 'x.spec.ts',
    ok,
    tests: [{ status }],
  });
  await write('playwright.json', {
    stats: { expected: 3, flaky: 1, unexpected: 1, skipped: 4 },
    suites: [{ specs: [spec('d fails', false, 'unexpected'), spec('e is flaky', true, 'flaky')] }],
  });
  expect(await readResults(folder.path, '/root')).toEqual({
    passed: 9,
    failed: 2,
    skipped: 6,
    failures: ['a.test.ts: a fails (Error: no)', 'e2e/x.spec.ts: d fails'],
    unstable: ['a.test.ts: b is unstable (Error: late)', 'e2e/x.spec.ts: e is flaky'],
  });
});

test('without reports nothing passed', async () => {
  expect(await readResults('/nowhere', '/root')).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
    unstable: [],
  });
});

test('a record is written where a release looks for it, and refuses what is no record', async () => {
  await using root = await mkdtempDisposable(path.join(tmpdir(), 'labroom-record-test-'));
  const tree = { commit: 'a'.repeat(40), isClean: true };
  const record: RunRecord = {
    depth: 'full',
    treeAtStart: tree,
    treeAtEnd: tree,
    started: '2026-12-01T00:00:00.000Z',
    ended: '2026-12-01T02:00:00.000Z',
    node: process.version,
    platform: 'linux-x64',
    isGreen: true,
    failedStep: null,
    passed: 1,
    failed: 0,
    skipped: 0,
    failures: [],
    unstable: [],
    untried: [],
  };
  await writeRunRecord(root.path, record);
  const written = JSON.parse(await readFile(path.join(root.path, runRecordPath), 'utf8'));
  expect(runRecordSchema.parse(written)).toEqual(record);
  await expect(
    writeRunRecord(root.path, { ...record, treeAtEnd: { ...tree, commit: 'HEAD' } }),
  ).rejects.toThrow();
});
