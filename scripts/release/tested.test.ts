import { expect, test } from 'vitest';
import type { RunRecord } from '../test-steps/run-record.ts';
import { refusalOf } from './tested.ts';

const commit = 'a'.repeat(40);
const other = 'b'.repeat(40);
const green: RunRecord = {
  depth: 'full',
  treeAtStart: { commit, isClean: true },
  treeAtEnd: { commit, isClean: true },
  started: '2026-12-01T00:00:00.000Z',
  ended: '2026-12-01T02:00:00.000Z',
  node: 'v24.0.0',
  platform: 'linux-x64',
  isGreen: true,
  failedStep: null,
  passed: 9_000,
  failed: 0,
  skipped: 3,
  failures: [],
  unstable: [],
  untried: [],
};

test('a green run of everything on the commit allows its release', () => {
  expect(refusalOf(green, commit)).toBeNull();
});

test.each<[string, Partial<RunRecord>, string]>([
  ['of less', { depth: 'merge' }, 'at depth merge'],
  [
    'on another commit',
    { treeAtStart: { commit: other, isClean: true } },
    `on commit ${other}, and not on ${commit}`,
  ],
  ['that ended on another commit', { treeAtEnd: { commit: other, isClean: true } }, `on commit ${other}`],
  ['outside of a repository', { treeAtStart: { commit: null, isClean: false } }, 'of no repository'],
  ['with changed files', { treeAtStart: { commit, isClean: false } }, 'does not have'],
  ['during which a file was changed', { treeAtEnd: { commit, isClean: false } }, 'before a file was changed'],
  ['with a failed step', { isGreen: false, failedStep: 'Unit tests' }, 'failed: Unit tests'],
  ['that calls itself green with a failure', { failures: ['a.test.ts: b'] }, 'failed: a.test.ts: b'],
  ['that was not green', { isGreen: false }, 'failed'],
  ['that left an engine out', { untried: ['S3'] }, 'left out: S3'],
  ['with an unstable test', { unstable: ['a.test.ts: c'] }, 'only the second time: a.test.ts: c'],
  ['of nothing', { passed: 0 }, 'counts no test'],
])('a run %s does not', (_, changed, refusal) => {
  expect(refusalOf({ ...green, ...changed }, commit)).toContain(refusal);
});
