import { contentDigest } from '@labroom/testing/content-digest.ts';
import { failureIn } from '@labroom/testing/failure-in.ts';
import {
  contract,
  declaredErrors,
  operationDocument,
  operationField,
} from '@labroom/testing/operation-documents.ts';
import { attempts, exampleAttempt } from '@labroom/testing/role-attempts.ts';
import { type RoleFixture, startRoleFixture } from '@labroom/testing/role-fixture.ts';
import { post } from '@labroom/testing/test-client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectedRow, type Principal, principals } from './role-matrix.fixture.ts';

let fixture: RoleFixture;
beforeAll(async () => {
  fixture = await startRoleFixture();
});
afterAll(() => fixture.stop());

/** Fields that a rejected call may contain: the error and values that the caller sent. */
const allowedFields = new Set(['message', 'error', 'isSuccess', 'tokenId', 'serviceName']);

const operations = contract.operations.map((operation) => [operation.name, operation] as const);

test.each(operations)('%s, by its access in the schema', async (name, operation) => {
  const row = expectedRow(operation);
  const document = operationDocument(operationField(name));
  const prepare = async (principal: Principal, mayDo: boolean) => {
    const person = await fixture.person(principal, name);
    const attempt = attempts[name] ?? exampleAttempt(name);
    return { principal, proof: person.proof, variables: await attempt(fixture, person, mayDo) };
  };
  const send = async ({ principal, variables, proof }: Awaited<ReturnType<typeof prepare>>) => {
    const { body } = await post(fixture.service, document, variables, proof);
    const failure = failureIn(name, body);
    outcomes[principal] = failure ? `${failure.code} ${failure.reason}` : 'ok';
    return { body, failure };
  };
  const outcomes: Partial<Record<Principal, string>> = {};

  const refused = [];
  for (const principal of principals)
    if (row[principal] !== 'ok') refused.push(await prepare(principal, false));
  const before = await contentDigest(fixture.service);
  for (const call of refused) {
    const { body, failure } = await send(call);
    if (!failure) continue;
    expect(declaredErrors(name)).toContainEqual({ code: failure.code, reason: failure.reason });
    for (const [key, value] of Object.entries(body.data?.[name] ?? {}))
      if (!allowedFields.has(key)) expect({ [key]: value }).toEqual({ [key]: null });
  }
  expect(await contentDigest(fixture.service)).toEqual(before);

  // Releasing a key changes nothing but the access record, which does not count here. Codes are not stored.
  const changesNothing = ['decryptDataKey', 'authorizeClient'].includes(name);
  const changes = operation.kind === 'mutation' && name in attempts && !changesNothing;
  for (const principal of principals) {
    if (row[principal] !== 'ok') continue;
    const call = await prepare(principal, true);
    const former = changes && (await contentDigest(fixture.service));
    await send(call);
    if (changes) expect(await contentDigest(fixture.service), principal).not.toEqual(former);
  }
  expect(outcomes).toEqual(row);
});
