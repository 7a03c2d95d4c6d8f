import { randomUUID } from 'node:crypto';
import { LabIdentityDocument, UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { labs } from '#platform/db/tables/labs.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);

const update = (input: object, { oclId, token }: { oclId: string; token: string } = lab) =>
  resultOf(service, UpdateLabNftMetadataDocument, { oclId, input }, token);

const byOclId = (oclId: string) => resultOf(service, LabIdentityDocument, { oclId });

function byShortname(shortname: string) {
  return resultOf(service, LabIdentityDocument, { shortname });
}

describe('updateLabNftMetadata', () => {
  test('an old shortname still finds the lab, and the lab can use it again', async () => {
    await update({ name: 'First Name' });
    await update({ name: 'Second Name' });
    expect(await byShortname('first-name')).toMatchObject({ oclId: lab.oclId, shortname: 'second-name' });
    await update({ name: 'First Name' });
    expect(await byShortname('second-name')).toMatchObject({ shortname: 'first-name' });
  });

  test('the second of two labs with one name gets a number, also in concurrent calls', async () => {
    const others = await Promise.all([1, 2, 3].map(() => registeredLab(service)));
    await Promise.all(others.map((other) => update({ name: 'Same Name' }, other)));
    const found = await Promise.all(
      ['same-name', 'same-name-2', 'same-name-3'].map((name) => byShortname(name)),
    );
    expect(new Set(found.map((one) => one.oclId))).toEqual(new Set(others.map((one) => one.oclId)));
  });

  test('a lab called New, or with letters that imitate another name, does not get that shortname', async () => {
    const [first, second] = [await registeredLab(service), await registeredLab(service)];
    await update({ name: 'New' }, first);
    expect(await byShortname('new')).toBeNull();
    expect(await byShortname('new-lab')).toMatchObject({ oclId: first.oclId });
    await update({ name: 'pepsin' }, first);
    // Cyrillic е and р.
    await update({ name: '\u0440\u0435 psin' }, second);
    expect(await byShortname('\u0440\u0435-psin')).toBeNull();
    expect(await byShortname('psin')).toMatchObject({ oclId: second.oclId });
  });

  test('a name that reads as a checked one is refused, and one from before the rule is not shown', async () => {
    const other = await registeredLab(service);
    for (const name of [
      'L\u0430broom',
      'Nature \u2713',
      'vitalik.eth',
      'Labroom security: verify at evil.example',
    ])
      expect((await update({ name }, other)).error).toMatchObject({ code: 'VALIDATION_FAILED' });
    await update({ name: 'Soil' }, other);
    const { db } = service.context;
    await db.update(labs).set({ name: 'Nature \u2713' }).where(eq(labs.oclId, other.oclId));
    expect(await byOclId(other.oclId)).toMatchObject({ name: null, labNftTokenId: String(other.tokenId) });
  });

  test('a numbered name cannot take the default shortname of another lab', async () => {
    const other = await registeredLab(service);
    await update({ name: `Lab ${other.tokenId}` });
    expect(await byShortname(`lab-${other.tokenId}`)).toMatchObject({ oclId: other.oclId });
  });

  test('labs called Lab do not get shortnames that are defaults of other labs', async () => {
    const others = await Promise.all([1, 2].map(() => registeredLab(service)));
    for (const other of others) await update({ name: 'Lab' }, other);
    const found = await Promise.all(others.map(({ tokenId }) => byShortname(`lab-${tokenId}`)));
    for (const { shortname } of found) expect(shortname).not.toMatch(/^lab-\d+$/);
  });

  test('accepts an https URL, or an image of this service', async () => {
    for (const image of [
      'https://example.org/a.png',
      'HTTPS://example.org/a.png',
      `${service.url}/storage/x`,
    ]) {
      expect((await update({ image })).error).toBeNull();
    }
    expect(reasonOf(await update({ image: `${service.url}/images/${randomUUID()}.png` }))).toBe(
      'UNKNOWN_IMAGE',
    );
  });
});
