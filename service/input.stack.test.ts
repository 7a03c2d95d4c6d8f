import { signIn } from '@labroom/testing/actors.ts';
import { failureIn } from '@labroom/testing/failure-in.ts';
import { libraryPhrases } from '@labroom/testing/library-phrases.ts';
import {
  declaredErrors,
  mutationFields,
  type OperationField,
  operationDocument,
  queryFields,
} from '@labroom/testing/operation-documents.ts';
import { post } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput } from '#platform/input/input.ts';

const LAB = `0x0101${'00'.repeat(9)}01${'11'.repeat(20)}`;
const UUID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const WALLET = `0x${'22'.repeat(20)}`;

const service = await openTestService();
const token = (await signIn(service, await fundedWallet())).token;

/** Valid arguments by name. */
const right: Record<string, unknown> = {
  oclId: LAB,
  walletAddress: WALLET,
  changeBy: WALLET,
  path: 'a.txt',
  filePath: 'a.txt',
  contentType: 'image/png',
  contentLength: 1,
  uploadToken: 'x',
  accessLevel: 'PUBLIC',
  headline: 'x',
  body: 'x',
  serviceName: 'x',
  prompt: 'x',
  contentHash: `sha256:${'0'.repeat(64)}`,
  agreementKey: 'x',
  labId: '1',
  chainId: 31337,
  tokenId: 'x',
  agreementData: JSON.stringify({ oclId: LAB, symbol: 'X' }),
  expiresIn: '1d',
  id: UUID,
  threadId: UUID,
  ref: 'did:odf:none',
  version: 1,
  comment: { id: UUID, body: 'x' },
  page: 0,
  perPage: 1,
};

const hostile = ['', ' ', '0x', '\u202e', 'a\u0000b', `0x0101${'0'.repeat(60)}`, 'x'.repeat(200_000), '{}'];

/** Values by type that some argument of the type rejects. */
const wrong: Record<string, unknown[]> = {
  String: hostile,
  Int: [-1, 0, 2_147_483_647],
  AWSJSON: ['', 'x', '1', '[]', '{}', '{"oclId":1,"symbol":"","more":1}'],
};

async function failureFrom(field: OperationField, given: Record<string, unknown>) {
  const { status, body } = await post(service, operationDocument(field), given, token);
  expect([200, 400]).toContain(status);
  return status === 400 ? null : failureIn(field.name, body);
}

function valuesFor({ type }: OperationField['args'][number]): unknown[] {
  const named = getNamedType(type);
  const inList = (of: unknown, value: unknown) => (String(of).includes('[') ? [value] : value);
  if (!isInputObjectType(named)) return (wrong[named.name] ?? []).map((value) => inList(type, value));
  const fields = Object.values(named.getFields());
  const others = Object.fromEntries(
    fields.map(({ name, type: of }) => [name, inList(of, right[name] ?? 'x')]),
  );
  return fields.flatMap((field) =>
    (wrong[getNamedType(field.type).name] ?? []).map((value) => ({
      ...others,
      [field.name]: inList(field.type, value),
    })),
  );
}

const operations = [...queryFields, ...mutationFields].map((field) => [field.name, field] as const);

describe.each(operations)('%s', (_, field) => {
  const base = Object.fromEntries(field.args.map(({ name }) => [name, right[name]]));

  test('names the invalid argument in an error of the schema, without messages of libraries', async () => {
    for (const arg of field.args) {
      for (const value of valuesFor(arg)) {
        const failure = await failureFrom(field, { ...base, [arg.name]: value });
        if (!failure) continue;
        expect(failure.message).not.toMatch(libraryPhrases);
        const { code, reason } = failure;
        expect(declaredErrors(field.name), arg.name).toContainEqual({ code, reason });
        expect(failure.message).not.toMatch(/^undefined|^ |The input/);
        if (/^(VALIDATION_FAILED|INVALID_)/.test(failure.code))
          expect(failure.argument, `${arg.name}: ${failure.message}`).toMatch(/^[a-zA-Z]/);
      }
    }
  });
});

test('an oclId of the zero account has its own message, and 0X is accepted as 0x in ids and addresses', async () => {
  const named = (name: string) => queryFields.find((field) => field.name === name) as OperationField;
  const zero = await failureFrom(named('listLabMembers'), {
    oclId: `0x0101${'0'.repeat(19)}1${'0'.repeat(40)}`,
  });
  expect(zero).toMatchObject({
    code: 'VALIDATION_FAILED',
    argument: 'oclId',
    message: expect.stringContaining('zero account'),
  });
  const byId = await failureFrom(named('listLabMembers'), { oclId: LAB.replace('0x', '0X') });
  expect(byId?.code).toBe('NOT_FOUND');
  expect(await failureFrom(named('labs'), { walletAddress: WALLET.replace('0x', '0X') })).toBeNull();
});

test.each([
  [z.string(), undefined, 'is missing'],
  [z.string(), 1, 'must be a string'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().max(1_000), 'x'.repeat(1_001), 'must have at most 1,000 characters'],
  [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
  [z.int().min(3), 2, 'must be at least 3'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.enum(['B', 'C']), 'D', 'must be one of B, C'],
  [z.base64(), '?', 'must be Base64'],
  [z.strictObject({}), { b: 1 }, 'has unknown keys: b'],
  [z.union([z.string(), z.int()]), true, 'is not in the documented format'],
])('an issue of kind %# has a sentence', (schema, value, words) => {
  expect(() => parseInput(z.object({ a: schema }), { a: value })).toThrow(`a ${words}.`);
});
