import assert from 'node:assert/strict';
import { LAB_ACTIVITY } from '@labroom/testing/documents.ts';
import { check } from '../check/check.ts';
import { done } from '../service/expect.ts';

export const accessChangeChecks = [
  check(
    'files.becomes-secret',
    {
      rule: 'A public file that becomes secret loses contentText unless it is sent anew; versions and feed say what stays public.',
      section: 'docs/specification/files.md#access-levels',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const file = await lab.file('becomes-secret.txt', 'one', {
        contentText: 'public words',
        tags: ['kept'],
      });
      const { ciphertext, encryptionMetadata } = await lab.encrypt('two');
      const next = { ref: file.datasetId, accessLevel: 'ADMIN', encryptionMetadata };
      assert.deepEqual(done(await lab.upload(ciphertext, next)).publicVersions, [1]);
      const secret = await lab.fileAt(file.path);
      assert.deepEqual([secret.contentText, secret.tags, secret.publicVersions], [null, ['kept'], [1]]);
      const levels = secret.versions.map((version: Record<string, unknown>) => version.accessLevel);
      assert.deepEqual(levels, ['ADMIN', 'PUBLIC']);
      done(await lab.upload('three', { ref: file.datasetId }));
      // Other checks write to the same lab at the same time.
      const { labActivity } = await lab.service.ask(LAB_ACTIVITY, {
        oclId: lab.oclId,
        page: 0,
        perPage: 100,
      });
      const changes = labActivity.nodes
        .map(({ entry }: { entry?: Record<string, unknown> }) => entry)
        .filter(
          (entry?: Record<string, unknown>) => entry?.ref === file.datasetId && entry?.previousAccessLevel,
        )
        .map((entry: Record<string, unknown>) => [
          entry.previousAccessLevel,
          entry.accessLevel,
          entry.publicVersions,
        ]);
      assert.deepEqual(changes, [
        ['ADMIN', 'PUBLIC', []],
        ['PUBLIC', 'ADMIN', [1]],
      ]);
    },
  ),
];
