import assert from 'node:assert/strict';
import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { check } from '../check/check.ts';
import { done, refused } from '../service/expect.ts';

const section = 'docs/specification/limits.md#labs-and-files';
const GB = 1_000_000_000;
const LARGEST_INT = 2_147_483_647;

export const limitChecks = [
  check(
    'limits.storage',
    {
      rule: 'A lab holds 5 × 10^9 bytes, pending uploads included; then QUOTA_EXCEEDED with used, incoming and limit.',
      section: `${section}; docs/specification/files.md#quota`,
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const lab = await newLab();
      for (const length of [LARGEST_INT, LARGEST_INT]) done(await lab.initiate(length));
      const used = 2 * LARGEST_INT;
      const details = refused(await lab.initiate(GB), 'FAILED_PRECONDITION', 'QUOTA_EXCEEDED');
      assert.deepEqual([details.used, details.incoming, details.limit].map(Number), [used, GB, 5 * GB]);
      done(await lab.initiate(5 * GB - used));
      refused(await lab.initiate(1), 'FAILED_PRECONDITION', 'QUOTA_EXCEEDED');
      done(await lab.initiate(0));
      const query =
        'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { storageUsed storageLimit } } }';
      const { dataRoom } = (await service.ask(query, { oclId: lab.oclId })).labWithDataRoomAndFiles;
      assert.deepEqual(dataRoom, { storageUsed: String(5 * GB), storageLimit: String(5 * GB) });
    },
  ),

  check(
    'limits.file-types',
    {
      rule: 'Files of any type are taken, of no bytes too.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      for (const type of [
        'application/x-msdownload',
        'text/html',
        'image/svg+xml',
        'chemical/x-pdb',
        'text/plain; charset=utf-8',
      ]) {
        const path = lab.path('any');
        done(await lab.upload('', { path }, type));
        assert.equal((await lab.fileAt(path)).contentType, type);
      }
    },
  ),

  check(
    'limits.markdown',
    {
      rule: 'Markdown whose form takes far longer to draw than its length is refused: TEXT_TOO_COMPLEX with the bound and the line.',
      section: 'docs/specification/limits.md#markdown',
      needs: ['newLab'],
    },
    async ({ newLab }) => {
      const lab = await newLab();
      const announce = (body: string) =>
        lab.mutate(CreateAnnouncementDocument, { headline: 'Bounds', body, attachments: [] });
      const cases = [
        ['depth', `${'> '.repeat(32)}x`, `${'> '.repeat(33)}x`],
        ['nestedLines', `${'> '.repeat(10)}x\n`.repeat(200), `${'> '.repeat(10)}x\n`.repeat(201)],
        ['paragraphDelimiters', '*a '.repeat(300), '*a '.repeat(301)],
        ['delimiters', `${'*a '.repeat(20)}\n\n`.repeat(150), `${'*a '.repeat(20)}\n\n`.repeat(151)],
        ['cells', `|a|b|\n|-|-|\n${'|c|\n'.repeat(998)}`, `|a|b|\n|-|-|\n${'|c|\n'.repeat(1_001)}`],
        ['underlines', 'a\n=\n'.repeat(200), 'a\n=\n'.repeat(201)],
        ['references', '[^a]: x\n\n'.repeat(500), '[^a]: x\n\n'.repeat(501)],
      ] as const;
      for (const [name, kept, broken] of cases) {
        done(await announce(kept));
        const { bound } = refused(await announce(broken), 'VALIDATION_FAILED', 'TEXT_TOO_COMPLEX');
        assert.equal(bound.name, name);
        assert.ok(bound.limit > 0 && bound.line > 0);
      }
      // Code is not parsed.
      done(await announce(`\`\`\`\n${`${'*a_ '.repeat(200)}\n`.repeat(50)}\`\`\``));
    },
  ),

  check(
    'limits.pages',
    {
      rule: 'No page of a feed or of hits is longer than 100.',
      section: 'docs/specification/limits.md#pages',
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const lab = await newLab();
      const announce = (at: number) => lab.announce({ headline: `Longwinded ${at}`, body: 'x' });
      await Promise.all(Array.from({ length: 101 }, (_, at) => announce(at)));
      const query = `query($oclId: String!) {
        labActivity(oclId: $oclId, page: 0, perPage: 1000) { nodes { __typename } pageInfo { totalPages } }
        activities(perPage: 1000) { activities { __typename } }
        searchLabs(prompt: "longwinded", perPage: 1000, filters: { byOclIds: [$oclId] }) { nodes { __typename } } }`;
      const { labActivity, activities, searchLabs } = await service.ask(query, { oclId: lab.oclId });
      assert.deepEqual([labActivity.nodes.length, labActivity.pageInfo.totalPages], [100, 2]);
      assert.equal(activities.activities.length, 100);
      assert.equal(searchLabs.nodes.length, 100);
    },
  ),
];
