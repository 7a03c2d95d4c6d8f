import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { depth } from '@labroom/testing/depth.ts';
import { ask, post } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { describe, expect, test } from 'vitest';

const MEBIBYTE = 1_048_576;
/** Characters of two bytes, and a word to search for. */
const text = `wombat ${'é'.repeat(MEBIBYTE / 2 - 4)}`;

const service = await openTestService();
const lab = await registeredLab(service);
for (const path of ['a.txt', 'b.txt']) {
  const { error } = await uploadFile(service, lab, 'x', { path, contentText: text });
  expect(error).toBeNull();
}

/** With the lab `$o`, if the fields use it. */
const queryOf = (fields: string) =>
  fields.includes('$o') ? `query($o: String!) { ${fields} }` : `{ ${fields} }`;
const files = (fields: string) => `labWithDataRoomAndFiles(oclId: $o) { dataRoom { files { ${fields} } } }`;
const feed = (fields: string) =>
  `labActivity(oclId: $o, page: 0, perPage: 10) { nodes { ... on LabEventFileAdded { entry { ${fields} } } } }`;
const found = (fields: string) =>
  `searchLabs(prompt: "wombat") { nodes { ... on SearchLabsFileHit { ${fields} } } }`;
const page = (fields: string) =>
  `labWithDataRoomAndFiles(oclId: $o) { dataRoom { filesPage { nodes { ${fields} } } } }`;

/** Repeats a query in one document. */
const times = (count: number, query: string) =>
  queryOf(Array.from({ length: count }, (_, at) => `a${at}: ${query}`).join('\n'));

describe('texts, which may be a mebibyte each', () => {
  test('are complete when selected', async () => {
    const { labWithDataRoomAndFiles: one, labActivity } = await ask(
      service,
      queryOf(`${files('contentText')} ${feed('contentText')}`),
      { o: lab.oclId },
    );
    expect(one.dataRoom.files.map((file: { contentText: string }) => file.contentText === text)).toEqual([
      true,
      true,
    ]);
    expect(
      labActivity.nodes.map(({ entry }: never) => (entry as { contentText: string }).contentText),
    ).toEqual([text, text]);
    const hits = (await ask(service, `{ ${found('snippet { text } entry { file { contentText } }')} }`))
      .searchLabs;
    expect(hits.nodes).toHaveLength(2);
    expect(hits.nodes[0].snippet.text).toMatch(/^wombat/);
    expect(hits.nodes[0].entry.file.contentText).toBe(text);
  });

  test.each([
    ['files', files('did path tags')],
    ['a page of files', page('did path tags')],
    ['the feed', feed('path tags')],
    ['what was found', found('entry { path file { did } }')],
  ])('are not read for %s when they are not selected', async (_, query) => {
    const statements = await capturedStatements(service.context.db, () =>
      ask(service, queryOf(query), { o: lab.oclId }),
    );
    let bytes = 0;
    for (const { text: statement, values } of statements) {
      const { rows } = await service.context.db.$client.query(statement, values);
      bytes += JSON.stringify(rows).length;
    }
    expect(bytes).toBeLessThan(100_000);
  });

  const lists: [string, string][] = [
    ['feeds', feed('contentText')],
    ['files', files('contentText')],
    ['pages of files', page('contentText')],
    ['files that were found', found('entry { file { contentText } }')],
  ];
  test.each(lists.slice(0, depth.everyVariant ? undefined : 2))(
    'are refused beyond 32 MiB in one response: %s',
    async (_, query) => {
      const { status, body } = await post(service, times(20, query), { o: lab.oclId });
      expect(status).toBe(200);
      expect(JSON.stringify(body).length).toBeLessThan(33 * MEBIBYTE);
      expect(body.errors.length).toBeGreaterThan(0);
      for (const { errorType, path } of body.errors) {
        expect(errorType).toBe('COMPLEXITY_LIMIT_EXCEEDED');
        expect(path.at(-1)).toBe('contentText');
      }
      // Not one error per file, because a lab may have a hundred thousand.
      const texts = JSON.stringify(body.data).split('wombat').length - 1;
      expect(body.errors.length).toBeLessThan(40 - texts);
      const within = await post(service, times(8, query), { o: lab.oclId });
      expect(within.body.errors).toBeUndefined();
    },
  );
});
