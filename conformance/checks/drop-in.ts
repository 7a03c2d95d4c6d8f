import assert from 'node:assert/strict';
import { publishedRequests } from '@labroom/testing/published-requests.ts';
import { check } from '../check/check.ts';

const section = 'docs/specification/deprecated.md#requests';

export const dropInChecks = [
  check(
    'drop-in.requests',
    {
      rule: 'Every request of the published writers is executed: reads give data, mutations without a token say so in-band.',
      section,
      needs: ['sample'],
    },
    async ({ service, sample }) => {
      const { oclId } = sample;
      const walletAddress = `0x${'1a'.repeat(20)}`;
      const variables = {
        ...{ oclId, shortname: 'no-such-lab', walletAddress, serviceName: 'writer', path: '/findings.csv' },
        ...{
          messageSignature: `0x${'00'.repeat(65)}`,
          expiresIn: '30d',
          uploadToken: 'none',
          accessLevel: 'PUBLIC',
        },
        ...{ contentType: 'text/csv', contentLength: 1, changeBy: `did:ethr:${walletAddress}` },
        ...{ filePath: '/findings.csv' },
      };
      for (const { source, query } of Object.values(publishedRequests)) {
        const { status, body } = await service.post(query, variables);
        assert.deepEqual([source, status, body.errors], [source, 200, undefined]);
        const [result] = Object.values<Record<string, unknown> | null>(body.data);
        if (/^mutation/.test(query)) assert.ok(result?.error, source);
      }
    },
  ),
];
