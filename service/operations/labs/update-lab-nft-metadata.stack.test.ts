import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploySafe } from '#testing/safe.ts';
import { ask } from '#testing/test-client.ts';
import { generateLabImageUploadUrl, png, putImage } from '#testing/test-image.ts';
import { transferLab } from '#testing/test-lab.ts';
import { as, type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { chainOf, fundedWallet } from '#testing/test-wallets.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

const UPDATE = `mutation($oclId: String!, $input: UpdateLabNftMetadataInput!) {
  updateLabNftMetadata(oclId: $oclId, input: $input) { oclId message error { code details } } }`;

async function update(input: object, { oclId, token }: { oclId: string; token: string } = lab) {
  return (await ask(service, UPDATE, { oclId, input }, token)).updateLabNftMetadata;
}

async function byShortname(shortname: string) {
  const query =
    'query($s: String!) { labWithDataRoomAndFiles(shortname: $s) { oclId shortname name description image externalUrl } }';
  return (await ask(service, query, { s: shortname })).labWithDataRoomAndFiles;
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
    await update({ name: '\u0440\u0435psin' }, second);
    expect(await byShortname('\u0440\u0435psin')).toBeNull();
    expect(await byShortname('psin')).toMatchObject({ oclId: second.oclId });
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
    const { error } = await update({ image: `${service.url}/images/${randomUUID()}.png` });
    expect(JSON.parse(error.details)).toMatchObject({ reason: 'UNKNOWN_IMAGE' });
  });

  test('accepts an owner of the Safe that holds the lab', async () => {
    const owner = await fundedWallet();
    const safe = await deploySafe(chainOf(lab.owner), [owner.address]);
    const held = await registeredLab(service);
    await transferLab(held.owner, held, safe);
    const { token } = await as(service, held, owner);
    expect((await update({ name: 'Held by many' }, { oclId: held.oclId, token })).error).toBeNull();
    const { uploadUrl, error } = await generateLabImageUploadUrl(service, { oclId: held.oclId, token });
    expect(error).toBeNull();
    expect((await putImage(uploadUrl, png())).status).toBe(200);
    // The seller is no longer authorized.
    expect((await update({ name: 'Mine again' }, held)).error.code).toBe('UNAUTHORIZED');
    expect((await generateLabImageUploadUrl(service, held)).error.code).toBe('UNAUTHORIZED');
  });

  test.each([
    { image: 'http://example.org/a.png' },
    { image: '/images/a.png' },
    { externalUrl: 'javascript:alert(1)' },
    { image: 'data:text/html,x' },
    { name: '' },
    { name: 'x'.repeat(201) },
  ])('refuses %j', async (input) => {
    expect((await update(input)).error.code).toBe('VALIDATION_FAILED');
  });
});
