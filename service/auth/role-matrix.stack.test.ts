import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentDigest } from '#testing/content-digest.ts';
import { failureIn } from '#testing/failure-in.ts';
import { contract, declaredErrors, operationDocument, operationField } from '#testing/operation-documents.ts';
import { attempts, exampleAttempt } from '#testing/role-attempts.ts';
import { type RoleFixture, startRoleFixture } from '#testing/role-fixture.ts';
import { post } from '#testing/test-client.ts';
import { expectedRow, principals } from './role-matrix.fixture.ts';

let fixture: RoleFixture;
beforeAll(async () => {
  fixture = await startRoleFixture();
});
afterAll(() => fixture.stop());

/** Fields that a rejected call may contain: the error and values that the caller sent. */
const allowedFields = new Set(['message', 'error', 'isSuccess', 'tokenId', 'serviceName']);

const operations = contract.operations.map((operation) => [operation.name, operation] as const);

describe.each(operations)('%s, by its access in the schema', (name, operation) => {
  const row = expectedRow(operation);
  const cells = principals.map((principal) => [principal, row[principal]] as const);

  test.each(cells)('as %s: %s', async (principal, expected) => {
    const person = await fixture.person(principal, name);
    const attempt = attempts[name] ?? exampleAttempt(name);
    const variables = await attempt(fixture, person, expected === 'ok');
    const document = operationDocument(operationField(name));
    const before = await contentDigest(fixture.service);
    const { body } = await post(fixture.service, document, variables, person.proof);
    const after = await contentDigest(fixture.service);

    const failure = failureIn(name, body);
    expect(failure ? `${failure.code} ${failure.reason}` : 'ok').toBe(expected);
    if (failure) {
      expect(declaredErrors(name)).toContainEqual({ code: failure.code, reason: failure.reason });
      expect(after).toEqual(before);
      for (const [key, value] of Object.entries(body.data?.[name] ?? {}))
        if (!allowedFields.has(key)) expect({ [key]: value }).toEqual({ [key]: null });
      return;
    }
    // Releasing a key changes nothing but the access record, which does not count here.
    const changes = operation.kind === 'mutation' && name in attempts && name !== 'decryptDataKey';
    if (changes) expect(after).not.toEqual(before);
  });
});
