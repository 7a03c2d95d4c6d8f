import assert from 'node:assert/strict';
import {
  DecryptDataKeyDocument,
  InitiateCreateOrUpdateFileDocument,
  UpdateLabNftMetadataDocument,
} from '@labroom/client/documents';
import { generateAgreement } from '@labroom/testing/test-agreement.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { check } from '../check/check.ts';
import { refused } from '../service/expect.ts';

const catalogue = [
  'UNAUTHENTICATED',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'CONFLICT',
  'VALIDATION_FAILED',
  'FAILED_PRECONDITION',
  'INVALID_INPUT',
  'INVALID_METADATA',
  'COMPLEXITY_LIMIT_EXCEEDED',
  'RATE_LIMITED',
  'TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'INTERNAL_ERROR',
];
const NO_LAB = `0x0101${'ee'.repeat(30)}`;

export const catalogueChecks = [
  check(
    'catalogue.errors',
    {
      rule: 'Codes are of the catalogue; RATE_LIMITED, TIMEOUT, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR alone are retryable; details is JSON.',
      section: 'docs/specification/errors.md#codes',
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { token } = await newcomer();
      const oclId = NO_LAB;
      const results = [
        await generateKey(service),
        (
          await service.ask(
            InitiateCreateOrUpdateFileDocument,
            { oclId, contentType: 'a/b', contentLength: 1 },
            token,
          )
        ).initiateCreateOrUpdateFile,
        (
          await service.ask(
            InitiateCreateOrUpdateFileDocument,
            { oclId, contentType: '', contentLength: 1 },
            token,
          )
        ).initiateCreateOrUpdateFile,
        (await service.ask(UpdateLabNftMetadataDocument, { oclId, input: {} }, token)).updateLabNftMetadata,
        (await service.ask(DecryptDataKeyDocument, { oclId, filePath: 'a' }, token)).decryptDataKey,
        (await service.ask(DecryptDataKeyDocument, { oclId }, token)).decryptDataKey,
        await generateAgreement(service, '{'),
        await generateAgreement(service, '{}'),
      ];
      for (const result of results) {
        const { code, details } = result.error;
        assert.ok(catalogue.includes(code), code);
        refused(result, code);
        if (details !== null) assert.equal(typeof JSON.parse(details), 'object');
      }
      assert.deepEqual([...new Set(results.map(({ error }) => error.code))].sort(), [
        'INVALID_INPUT',
        'INVALID_METADATA',
        'NOT_FOUND',
        'UNAUTHENTICATED',
        'VALIDATION_FAILED',
      ]);
    },
  ),
];
