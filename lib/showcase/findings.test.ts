import { expect, test } from 'vitest';
import type { AnswersAtBlock } from '../access/try-at-block.ts';
import { type CheckPorts, type FigureToCheck, findingsOf } from './findings.ts';

const hash = `sha256:${'a'.repeat(64)}`;
const other = `sha256:${'b'.repeat(64)}`;
const figure: FigureToCheck = {
  oclId: '0x01',
  picture: { path: 'results/gel.png', version: 2, contentHash: hash },
  closed: { name: 'hits.csv', conditions: '[]', member: '0x70' },
};
const version = {
  did: 'did:key:z',
  path: 'results/gel.png',
  version: 2,
  contentType: 'image/png',
  contentHash: hash,
  contentLength: 1234,
  downloadUrl: 'http://storage/x',
  createdAt: '2026-01-01T00:00:00.000Z',
  changeBy: '0x70',
  changeNote: null,
  accessLevel: 'PUBLIC',
  encryption: null,
};

interface Given {
  /** Hash of the bytes that are downloaded; `null`: the storage is away. */
  actual?: string | null;
  /** Hash that the service gives now; `null`: no such version. */
  stated?: string | null;
  /** `null`: the node is away. */
  answers?: AnswersAtBlock | null;
}

const yes: AnswersAtBlock = { block: '12345', anyone: 'no', member: 'yes' };

function check({ actual = hash, stated = hash, answers = yes }: Given, of = figure) {
  const ports: CheckPorts = {
    download: {
      api: { findVersion: async () => (stated ? { ...version, contentHash: stated } : null) },
      crypto: {
        fetch: async () => {
          if (actual === null) throw new Error('away');
          return { body: new Blob(), contentHash: actual };
        },
        decrypt: () => Promise.reject(new Error('A public file has no key.')),
      },
    },
    askChain: async () => answers ?? Promise.reject(new Error('away')),
    node: 'node.example',
  };
  return findingsOf(of, ports);
}

test('says what was computed and asked, and what was not checked', async () => {
  const [bytes, rule, rest] = await check({});
  expect([bytes?.verdict, rule?.verdict, rest?.verdict]).toEqual(['good', 'good', 'unknown']);
  expect(bytes?.text).toContain('1,234 bytes of gel.png and computed their SHA-256');
  expect(rule?.text).toContain('node.example at block 12,345 about hits.csv');
  expect(rest?.text).toContain('Not checked: the author and the date');
});

test.each([
  ['the bytes have another hash', { actual: other }],
  ['the service gives another hash than the page', { stated: other, actual: other }],
  ['the bytes fit the page, but not what the service says now', { stated: other }],
  ['the version is gone', { stated: null }],
])('is refused if %s', async (_, given) => {
  expect((await check(given))[0]?.verdict).toBe('bad');
});

test('is refused if the chain opens the file for everyone', async () => {
  expect((await check({ answers: { ...yes, anyone: 'yes' } }))[1]?.verdict).toBe('bad');
});

test('what does not answer is not checked, and says so', async () => {
  const [bytes, rule] = await check({ actual: null, answers: null });
  expect([bytes?.verdict, rule?.verdict]).toEqual(['unknown', 'unknown']);
  const [, unknown] = await check({ answers: { ...yes, member: 'unknown' } });
  expect(unknown?.verdict).toBe('unknown');
});

test('without an encrypted file only the picture is checked', async () => {
  expect(await check({}, { ...figure, closed: null })).toHaveLength(2);
});
