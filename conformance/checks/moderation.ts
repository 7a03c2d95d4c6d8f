import assert from 'node:assert/strict';
import { ReportDocument } from '@labroom/client/documents';
import { check } from '../check/check.ts';
import { done, refused } from '../service/expect.ts';

const LISTED = `query($oclId: String!, $path: String!) {
  labWithDataRoomAndFiles(oclId: $oclId) { isListed hidden { reason at } }
  dataRoomFile(oclId: $oclId, path: $path) { isListed hidden { reason at } } }`;

export const moderationChecks = [
  check(
    'moderation.report',
    {
      rule: 'Everyone may report what exists, with one of five reasons and up to 1,000 characters; nothing is hidden by it.',
      section: 'docs/specification/moderation.md#reports',
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const { path, datasetId: subject } = await lab.file('reported.txt', 'text');
      const send = async (more: object) =>
        (
          await service.ask(ReportDocument, {
            input: { kind: 'FILE', oclId: lab.oclId, subject, reason: 'SPAM', ...more },
          })
        ).report;
      done(await send({ text: 'x'.repeat(1_000) }));
      refused(await send({ text: 'x'.repeat(1_001) }), 'VALIDATION_FAILED');
      refused(await send({ reason: 'OTHER' }), 'VALIDATION_FAILED');
      refused(await send({ subject: 'none' }), 'NOT_FOUND', 'SUBJECT_NOT_FOUND');
      const { labWithDataRoomAndFiles: found, dataRoomFile } = await service.ask(LISTED, {
        oclId: lab.oclId,
        path,
      });
      for (const one of [found, dataRoomFile]) assert.deepEqual(one, { isListed: true, hidden: null });
    },
  ),
];
