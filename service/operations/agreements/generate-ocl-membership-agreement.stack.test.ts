import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeOclId } from '#contracts/ocl-id.ts';
import { agreements } from '#service/platform/db/tables/agreements.ts';
import { generateAgreement } from '#testing/test-agreement.ts';
import { post } from '#testing/test-client.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';

let labs = 0n;
/** An id without a lab on the chain, which the mutation does not read. */
const anyLab = () => encodeOclId({ tokenId: ++labs, account: `0x${'c0ffee'.padEnd(40, '1')}` });

describe('generateOclMembershipAgreement', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  test('stores a public document with the returned hash', async () => {
    const oclId = anyLab();
    const upper = `0x${oclId.slice(2).toUpperCase()}`;
    const made = await generateAgreement(service, { oclId: upper, symbol: 'LAB1', title: ' Cold  café ' });
    expect(made).toMatchObject({ agreementType: 'OCL_MEMBERSHIP', isSuccess: true, error: null });
    expect(made.agreementKey).toMatch(new RegExp(`^${oclId}/agreements/[0-9a-f-]{36}\\.json$`));
    expect(new Date(made.generatedAt).toISOString()).toBe(made.generatedAt);

    const response = await fetch(made.agreementUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(made.agreementContentHash).toBe(`0x${createHash('sha256').update(bytes).digest('hex')}`);
    const document = JSON.parse(Buffer.from(bytes).toString());
    expect(document.lab).toMatchObject({ oclId, title: 'Cold  caf\u00e9' });
    expect(document.text).toContain('## 1. Parties');
  });

  test('returns one document for the same data, independent of formatting and time, and stores it once', async () => {
    const oclId = anyLab();
    const before = (await service.context.db.select().from(agreements)).length;
    const inputs = [
      { oclId, symbol: 'LAB', title: 'Caf\u00e9' },
      `{ "title": "Cafe\\u0301", "symbol": "LAB", "oclId": "${oclId}" }`,
      { oclId, symbol: 'LAB', title: '  Caf\u00e9 ' },
    ];
    const all = await Promise.all([...inputs, ...inputs].map((input) => generateAgreement(service, input)));
    for (const one of all) expect(one).toEqual(all[0]);
    const none = await Promise.all(
      [{}, { title: null }, { title: '  ' }].map((title) =>
        generateAgreement(service, { oclId, symbol: 'LAB', ...title }),
      ),
    );
    for (const one of none) expect(one).toEqual(none[0]);
    expect(none[0].agreementKey).not.toBe(all[0].agreementKey);
    expect(await service.context.db.select().from(agreements)).toHaveLength(before + 2);
  });

  test.each([
    ['INVALID_METADATA', 'no JSON', () => '{oclId:'],
    ['INVALID_METADATA', 'nothing', () => ''],
    ['INVALID_INPUT', 'a list', () => '[]'],
    ['INVALID_INPUT', 'null', () => 'null'],
    ['INVALID_INPUT', 'no oclId', () => ({ symbol: 'LAB' })],
    ['INVALID_INPUT', 'no symbol', () => ({ oclId: anyLab() })],
    ['INVALID_INPUT', 'a short oclId', () => ({ oclId: '0x0101', symbol: 'LAB' })],
    [
      'INVALID_INPUT',
      'an oclId of another version',
      () => ({ oclId: `0x02${anyLab().slice(4)}`, symbol: 'LAB' }),
    ],
    ['INVALID_INPUT', 'an empty symbol', () => ({ oclId: anyLab(), symbol: '' })],
    ['INVALID_INPUT', 'a symbol of 21 letters', () => ({ oclId: anyLab(), symbol: 'A'.repeat(21) })],
    ['INVALID_INPUT', 'a symbol with a space', () => ({ oclId: anyLab(), symbol: 'LA B' })],
    ['INVALID_INPUT', 'a symbol with a line end', () => ({ oclId: anyLab(), symbol: 'LAB\n' })],
    ['INVALID_INPUT', 'a symbol in another script', () => ({ oclId: anyLab(), symbol: 'ΛΑΒ' })],
    ['INVALID_INPUT', 'a number as symbol', () => ({ oclId: anyLab(), symbol: 7 })],
    ['INVALID_INPUT', 'a number as title', () => ({ oclId: anyLab(), symbol: 'LAB', title: 7 })],
    [
      'INVALID_INPUT',
      'a title of two lines',
      () => ({ oclId: anyLab(), symbol: 'LAB', title: 'a\n## 8. Mine' }),
    ],
    [
      'INVALID_INPUT',
      'a title that turns around',
      () => ({ oclId: anyLab(), symbol: 'LAB', title: 'a\u202eb' }),
    ],
    [
      'INVALID_INPUT',
      'half a character as title',
      () => `{"oclId":"${anyLab()}","symbol":"LAB","title":"\\ud800"}`,
    ],
    ['INVALID_INPUT', 'a long title', () => ({ oclId: anyLab(), symbol: 'LAB', title: 'a'.repeat(201) })],
    ['INVALID_INPUT', 'another key', () => ({ oclId: anyLab(), symbol: 'LAB', name: 'x' })],
    ['INVALID_INPUT', 'a hidden key', () => `{"oclId":"${anyLab()}","symbol":"LAB","__proto__":{"a":1}}`],
  ])('answers %s to %s', async (code, _, data) => {
    const result = await generateAgreement(service, data());
    expect(result).toMatchObject({ agreementKey: null, agreementUrl: null, isSuccess: false });
    expect(result.error).toMatchObject({ code, retryable: false });
    expect(result.error.message.length).toBeGreaterThan(10);
  });

  test('names the invalid value', async () => {
    const { error } = await generateAgreement(service, { oclId: '0x0101', symbol: 'LAB' });
    expect(error.message).toContain('oclId is not an oclId');
    expect(JSON.parse(error.details)).toMatchObject({
      reason: 'INVALID_OCL_ID',
      argument: 'agreementData.oclId',
    });
  });

  test('accepts the data inside the document, and rejects data that is not a string', async () => {
    const query = (data: string) =>
      `mutation { generateOclMembershipAgreement(agreementData: ${data}) { isSuccess error { code } } }`;
    const written = JSON.stringify(JSON.stringify({ oclId: anyLab(), symbol: 'LAB' }));
    const { body } = await post(service, query(written));
    expect(body.data.generateOclMembershipAgreement.isSuccess).toBe(true);
    expect((await post(service, query('{ symbol: "LAB" }'))).status).toBe(400);
  });

  test('requires the consumer credential', async () => {
    const { status } = await post(
      { ...service, credential: 'lab_nobody_nothing' },
      'mutation { generateOclMembershipAgreement(agreementData: "{}") { isSuccess } }',
    );
    expect(status).toBe(401);
  });
});

describe('while the storage fails', () => {
  let service: TestService;
  let broken = true;
  beforeAll(async () => {
    service = await startTestService();
    const { storage } = service.context;
    const put = storage.put.bind(storage);
    storage.put = async (object) => {
      if (broken) throw new Error('disk full at /secret/path');
      return put(object);
    };
  });
  afterAll(() => service.stop());

  test('records nothing, and the same call succeeds later', async () => {
    const data = { oclId: anyLab(), symbol: 'LAB' };
    const failed = await generateAgreement(service, data);
    expect(failed).toMatchObject({ agreementKey: null, isSuccess: false });
    expect(failed.error).toMatchObject({ code: 'INTERNAL_ERROR', retryable: true });
    expect(JSON.stringify(failed)).not.toContain('secret');
    expect(await service.context.db.select().from(agreements)).toEqual([]);
    broken = false;
    expect((await generateAgreement(service, data)).isSuccess).toBe(true);
  });

  test('stores a lost document again', async () => {
    const data = { oclId: anyLab(), symbol: 'LAB' };
    const first = await generateAgreement(service, data);
    await service.context.storage.delete(`public/${first.agreementKey}`);
    expect((await fetch(first.agreementUrl)).status).toBe(404);
    expect(await generateAgreement(service, data)).toEqual(first);
    expect((await fetch(first.agreementUrl)).status).toBe(200);
  });
});
