import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentDigest } from '#testing/content-digest.ts';
import { mutationFields, operationDocument } from '#testing/operation-documents.ts';
import { attempts } from '#testing/role-attempts.ts';
import { type RoleFixture, startRoleFixture } from '#testing/role-fixture.ts';
import { ask } from '#testing/test-client.ts';
import { principals, roleMatrix } from './role-matrix.fixture.ts';

let fixture: RoleFixture;
beforeAll(async () => {
  fixture = await startRoleFixture();
});
afterAll(() => fixture.stop());

test('every mutation of the schema has a row, and every row a mutation', () => {
  const names = mutationFields.map(({ name }) => name).sort();
  expect(Object.keys(roleMatrix).sort()).toEqual(names);
  expect(Object.keys(attempts).sort()).toEqual(names);
});

/** What a refusal may say besides itself: words, and what the caller sent. */
const sayable = new Set(['message', 'error', 'isSuccess', 'tokenId', 'serviceName']);

describe.each(mutationFields.map((field) => [field.name, field] as const))('%s', (name, field) => {
  const cells = principals.map(
    (principal) => [principal, roleMatrix[name]?.[principal] ?? 'no row'] as const,
  );

  test.each(cells)('as %s: %s', async (principal, expected) => {
    const person = await fixture.person(principal, name);
    const variables = await attempts[name]?.(fixture, person, expected === 'ok');
    const before = await contentDigest(fixture.service);
    const result = (await ask(fixture.service, operationDocument(field), variables, person.proof))[name];
    const after = await contentDigest(fixture.service);

    const { error } = result;
    expect(error === null ? 'ok' : `${error.code} ${JSON.parse(error.details).reason}`).toBe(expected);
    // Releasing a key leaves nothing but the record of it, which does not count here.
    const changes = error === null && name !== 'decryptDataKey';
    if (changes) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
    if (error === null) return;
    for (const [key, value] of Object.entries(result))
      if (!sayable.has(key)) expect({ [key]: value }).toEqual({ [key]: null });
  });
});
