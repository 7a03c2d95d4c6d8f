import { encodeOclId } from '@labroom/contracts/ocl-id';
import { generateAgreement } from '@labroom/testing/test-agreement.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';
import { agreements } from '#platform/db/tables/agreements.ts';

let labs = 0n;
/** An id without a lab on the chain, which the mutation does not read. */
const anyLab = () => encodeOclId({ tokenId: ++labs, account: `0x${'c0ffee'.padEnd(40, '1')}` });

describe('generateOclMembershipAgreement', async () => {
  const service = await openTestService();

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
});

describe('while the storage fails', async () => {
  let broken = true;
  const service = await openTestService();
  const { storage } = service.context;
  const put = storage.put.bind(storage);
  storage.put = async (object) => {
    if (broken) throw new Error('disk full at /secret/path');
    return put(object);
  };

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
