import { encodeOclId } from '@labroom/contracts/ocl-id';
import { CallRejectedError } from '@labroom/payments/payment/call-errors.ts';
import { describe, expect, test } from 'vitest';
import { createExecutor } from '../graphql/execute.ts';
import { serviceSchema } from '../graphql/schema.ts';
import { decideConfig } from '../platform/config/decide-config.ts';
import { readEnv } from '../platform/config/env.ts';
import { paidOperations } from '../routes/paid/paid-operations.ts';
import { parsePaidCall } from './parse-paid-call.ts';

const execute = createExecutor(serviceSchema(), { introspection: false, maxDepth: 10 });
const KEY = 'mutation { generateDataEncryptionKey { plaintextDEK } }';
const oclId = encodeOclId({ tokenId: 1n, account: `0x${'1a'.repeat(20)}` });
const LAB = 'mutation($input: CreateLabInput!) { createLab(input: $input) { lab { oclId } error { code } } }';

const rules = {
  config: decideConfig(readEnv({ LABROOM_ENVIRONMENT: 'local', DATABASE_URL: 'postgres://localhost/tests' })),
  secrets: { uploadTokenKeys: [new Uint8Array(32)] as const },
};

const operations = paidOperations(execute, rules, async (args) => args);

const parse = (mutation: string, body: unknown) =>
  parsePaidCall(
    operations,
    { mutation, text: typeof body === 'string' ? body : JSON.stringify(body) },
    'request',
  );

async function callErrorOf(name: string, body: unknown): Promise<CallRejectedError> {
  try {
    await parse(name, body);
  } catch (error) {
    if (error instanceof CallRejectedError) return error;
    throw error;
  }
  throw new Error('The call was taken');
}

describe('a call that can run', () => {
  test('is forwarded as it was parsed', async () => {
    const query = `# a comment
      mutation Make($input: CreateLabInput!) { createLab(input: $input) { ...Made } }
      fragment Made on CreateLabResult { lab { oclId } }`;
    const call = await parse('createLab', { query, operationName: 'Make', variables: { input: { oclId } } });
    expect(call).toMatchObject({
      name: 'createLab',
      request: { operationName: 'Make', variables: { input: { oclId } } },
    });
    expect(call.request.query).not.toContain('comment');
    expect(await parse('createLab', call.request)).toMatchObject({ request: call.request });
  });

  test('differs from another by document and variables', async () => {
    const hash = async (tokenId: bigint, query = LAB) => {
      const input = { oclId: encodeOclId({ tokenId, account: `0x${'1a'.repeat(20)}` }) };
      return (await parse('createLab', { query, variables: { input } })).requestHash;
    };
    expect(await hash(1n)).toBe(await hash(1n, LAB.replaceAll(' ', '\n ')));
    expect(await hash(1n)).not.toBe(await hash(2n));
    expect(await hash(1n)).not.toBe(await hash(1n, LAB.replace('code', 'message')));
  });

  test('can have null for omitted values', async () => {
    const body = { query: KEY, variables: null, operationName: null, payerAddress: null };
    expect((await parse('generateDataEncryptionKey', body)).payerAddress).toBeUndefined();
  });
});

describe('a call that cannot run is rejected before a price is quoted:', () => {
  test.each<[string, string, unknown]>([
    ['a mutation that is not sold', 'deleteDataRoomFile', { query: KEY }],
    ['a path that every object has', 'constructor', { query: KEY }],
    ['no JSON', 'createLab', 'query'],
    ['an empty body', 'createLab', ''],
    ['a batch', 'generateDataEncryptionKey', [{ query: KEY }]],
    ['no query', 'createLab', {}],
    ['a query twice', 'generateDataEncryptionKey', `{"query":"{a}","query":${JSON.stringify(KEY)}}`],
    [
      'a variable twice',
      'createLab',
      `{"query":${JSON.stringify(LAB)},"variables":{"input":{"oclId":"a","oclId":"b"}}}`,
    ],
    ['variables that are a list', 'generateDataEncryptionKey', { query: KEY, variables: [] }],
    ['a payer that is no text', 'generateDataEncryptionKey', { query: KEY, payerAddress: 1 }],
    ['no document', 'createLab', { query: 'mutation {' }],
    ['a query', 'createLab', { query: '{ labs { totalCount } }' }],
    ['a subscription', 'createLab', { query: 'subscription { createLab }' }],
    ['a fragment alone', 'createLab', { query: 'fragment A on Mutation { __typename }' }],
    [
      'two operations',
      'generateDataEncryptionKey',
      { query: `${KEY} query B { labs { totalCount } }`, operationName: 'B' },
    ],
    [
      'two fields',
      'generateDataEncryptionKey',
      {
        query:
          'mutation { generateDataEncryptionKey { iv: plaintextDEK } createLab(input: {oclId: ""}) { message } }',
      },
    ],
    [
      'the same field twice',
      'generateDataEncryptionKey',
      {
        query:
          'mutation { generateDataEncryptionKey { plaintextDEK } generateDataEncryptionKey { message } }',
      },
    ],
    [
      '__typename beside it',
      'generateDataEncryptionKey',
      { query: 'mutation { __typename generateDataEncryptionKey { plaintextDEK } }' },
    ],
    ['another field', 'createLab', { query: KEY }],
    [
      'another field under the name of the path',
      'createLab',
      { query: 'mutation { createLab: generateDataEncryptionKey { plaintextDEK } }' },
    ],
    [
      'an inline fragment',
      'generateDataEncryptionKey',
      { query: 'mutation { ... on Mutation { generateDataEncryptionKey { plaintextDEK } } }' },
    ],
    [
      'a fragment spread',
      'generateDataEncryptionKey',
      { query: 'mutation { ...A } fragment A on Mutation { generateDataEncryptionKey { plaintextDEK } }' },
    ],
    [
      'a directive on the field',
      'generateDataEncryptionKey',
      { query: 'mutation { generateDataEncryptionKey @skip(if: true) { plaintextDEK } }' },
    ],
    [
      'a directive on the operation',
      'generateDataEncryptionKey',
      { query: 'mutation @skip(if: true) { generateDataEncryptionKey { plaintextDEK } }' },
    ],
    [
      'an unknown field',
      'generateDataEncryptionKey',
      { query: 'mutation { generateDataEncryptionKey { secret } }' },
    ],
    ['a missing variable', 'createLab', { query: LAB }],
    ['a variable of another type', 'createLab', { query: LAB, variables: { input: { oclId: 1 } } }],
    [
      'a variable that is null where the argument may not be',
      'decryptDataKey',
      {
        query: 'mutation($id: String = "0x") { decryptDataKey(oclId: $id, ref: "a") { iv } }',
        variables: { id: null },
      },
    ],
    ['an operation of another name', 'generateDataEncryptionKey', { query: KEY, operationName: 'Other' }],
    ['a type definition beside it', 'generateDataEncryptionKey', { query: `${KEY} type A { b: Int }` }],
    ['very many tokens', 'generateDataEncryptionKey', { query: `mutation { ${'a '.repeat(3_000)} }` }],
    [
      'very deep variables',
      'createLab',
      `{"query":${JSON.stringify(LAB)},"variables":{"input":${'['.repeat(9e4)}${']'.repeat(9e4)}}}`,
    ],
  ])('%s', async (_, name, body) => {
    const refused = await callErrorOf(name, body);
    expect(refused.status).toBe(400);
    expect(['VALIDATION_FAILED', 'COMPLEXITY_LIMIT_EXCEEDED']).toContain(refused.code);
    expect(refused.message).not.toBe('');
  });

  test('with the errors of GraphQL if there are any', async () => {
    expect((await callErrorOf('createLab', { query: LAB, variables: { input: {} } })).errors).toMatchObject([
      {
        message: expect.stringContaining('oclId'),
        errorType: 'VALIDATION_FAILED',
        errorInfo: { requestId: 'request' },
        extensions: { code: 'VALIDATION_FAILED', requestId: 'request' },
      },
    ]);
  });
});
