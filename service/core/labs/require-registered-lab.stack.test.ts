import { encodeOclId } from '@labroom/contracts/ocl-id';
import { mutationFields, operationDocument, queryFields } from '@labroom/testing/operation-documents.ts';
import { post } from '@labroom/testing/test-client.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';

const ids = { forged: '', unminted: '', unregistered: '' };
const service = await openTestService();
const lab = await registeredLab(service);
const other = await mintLab(lab.owner);
ids.unregistered = other.oclId;
ids.forged = encodeOclId({ tokenId: lab.tokenId, account: other.account });
ids.unminted = encodeOclId({ tokenId: 2n ** 79n, account: lab.account });

/** Arguments of operations that check the lab first. */
const others: Record<string, unknown> = {
  page: 0,
  perPage: 1,
  path: 'a.txt',
  filePath: 'a.txt',
  contentType: 'image/png',
  contentLength: 1,
  uploadToken: 'x',
  accessLevel: 'PUBLIC',
  headline: 'x',
  body: 'x',
  input: {},
  moves: [{ from: 'a.txt', to: 'b.txt' }],
  name: 'x',
  since: '2026-01-01T00:00:00.000Z',
  paths: ['a.txt'],
  files: [{ ref: 'did:odf:x', versions: [{ version: 1, contentHash: `sha256:${'0'.repeat(64)}` }] }],
  refs: ['did:odf:x'],
  entries: [{ id: '00000000-0000-4000-8000-000000000000' }],
  version: 1,
  url: 'https://example.com/',
  id: '00000000-0000-4000-8000-000000000000',
  after: '0',
  number: 1,
  numbers: [],
  questions: [],
  wallet: `0x${'01'.repeat(20)}`,
  isBlocked: true,
  required: true,
  threadId: '00000000-0000-4000-8000-000000000000',
  comment: { id: '00000000-0000-4000-8000-000000000000', body: 'x' },
};

/** Inputs that need more than nothing. */
const inputs: Record<string, unknown> = {
  addLabTodo: { text: 'x' },
  createThread: { id: '00000000-0000-4000-8000-000000000000', comment: others.comment },
};

/** Arguments of another shape than those of the same name. */
const own: Record<string, Record<string, unknown>> = {
  addFiles: { files: [{ path: 'a.txt', contentType: 'text/plain', content: 'eA==' }] },
};

/** Queries that return `null` or an empty list without a lab, and those that finish an upload, whose token names the lab. */
const lenient = [
  'labWithDataRoomAndFiles',
  'onChainActivity',
  'activities',
  'labToken',
  'dataRoomFile',
  'fileChunks',
  'getDidLinkStatus',
  'filesByContentHash',
  'finishCreateOrUpdateFile',
  'changeFileVersionAccess',
  'myAccessRequests',
  'activityGroup',
];
const operations = [...queryFields, ...mutationFields]
  .filter(({ name, args }) => args.some((arg) => arg.name === 'oclId') && !lenient.includes(name))
  .map((field) => [field.name, field] as const);

async function reasonFrom(field: (typeof operations)[number][1], oclId: string) {
  const input = inputs[field.name] ?? others.input;
  const given = { ...others, ...own[field.name], input, changeBy: lab.wallet, ref: 'did:odf:x', oclId };
  const variables = Object.fromEntries(
    Object.entries(given).filter(
      ([name]) =>
        field.args.some((arg) => arg.name === name) &&
        // Where both exist, only one of them may be given.
        !(name === 'ref' && field.args.some((arg) => arg.name === 'path' || arg.name === 'filePath')),
    ),
  );
  const { body } = await post(service, operationDocument(field), variables, lab.token);
  const inBand = body.data?.[field.name]?.error;
  if (inBand) return [inBand.code, JSON.parse(inBand.details).reason];
  return [body.errors?.[0].errorType, body.errors?.[0].errorInfo.reason];
}

describe.each(operations)('%s', (_, field) => {
  test('returns different reasons for an id that the chain does not confirm and for an unregistered lab', async () => {
    for (const oclId of [ids.forged, ids.unminted])
      expect(await reasonFrom(field, oclId)).toEqual(['NOT_FOUND', 'OCL_NOT_FOUND']);
    expect(await reasonFrom(field, ids.unregistered)).toEqual(['NOT_FOUND', 'LAB_NOT_REGISTERED']);
  });
});
