import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { generateAgreement, TERMS, termsMessage, termsVariables } from '@labroom/testing/test-agreement.ts';
import { sha256 } from '@labroom/testing/test-upload.ts';
import { hashMessage } from 'viem';
import { z } from 'zod';
import { check } from '../check/check.ts';
import { fieldCheck } from '../check/field-check.ts';
import { dateTime, hash, oclIdIn } from '../check/shapes.ts';
import { allNull, done, refused } from '../service/expect.ts';

const section = 'docs/specification/tokenization.md#agreement';
const decided = 'docs/specification/tokenization.md#terms-message';

/** The mutation does not ask the chain, so any well-formed id will do. */
const tokenId = 2n ** 79n;
const anyLab = () => encodeOclId({ tokenId, account: `0x${randomBytes(20).toString('hex')}` });

export const agreementChecks = [
  fieldCheck({
    type: 'Agreement',
    section: 'docs/specification/fields.md#membership-agreement',
    needs: ['newcomer'],
    read: async ({ service }) => [done(await generateAgreement(service, { oclId: anyLab(), symbol: 'LAB' }))],
    shape: {
      agreementKey: z.string().regex(new RegExp(`^${oclIdIn}/agreements/[^/]+\\.json$`)),
      agreementUrl: z.url(),
      agreementContentHash: hash,
      agreementType: z.literal('OCL_MEMBERSHIP'),
      generatedAt: dateTime,
      isSuccess: z.literal(true),
      error: z.null(),
    },
  }),

  check(
    'agreements.generate',
    {
      rule: 'An agreement is stored where everybody can read it, and has the hash it says; any case of oclId, an optional title.',
      section,
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const oclId = anyLab();
      const upper = `0x${oclId.slice(2).toUpperCase()}`;
      const made = done(
        await generateAgreement(service, { oclId: upper, symbol: 'LAB1', title: 'Cold café' }),
      );
      assert.ok(made.agreementKey.startsWith(`${oclId}/`));
      const response = await fetch(made.agreementUrl);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json']);
      const bytes = new Uint8Array(await response.arrayBuffer());
      assert.equal(made.agreementContentHash, `0x${sha256(bytes)}`);
      assert.ok(Buffer.from(bytes).toString().includes('Cold café'));
      const query = (data: string) =>
        `mutation { generateOclMembershipAgreement(agreementData: ${data}) { isSuccess } }`;
      assert.equal((await service.post(query('{a: 1}'))).status, 400);
      const literal = JSON.stringify(JSON.stringify({ oclId, symbol: 'LAB1' }));
      assert.ok((await service.ask(query(literal))).generateOclMembershipAgreement.isSuccess);
    },
  ),

  check(
    'agreements.deterministic',
    {
      rule: 'The same oclId, symbol and title give the same document and hash, in whatever order; others give others.',
      section: decided,
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const oclId = anyLab();
      const first = done(await generateAgreement(service, { oclId, symbol: 'LAB', title: 'T' }));
      assert.deepEqual(await generateAgreement(service, { title: 'T', symbol: 'LAB', oclId }), first);
      for (const other of [
        { oclId, symbol: 'LAB' },
        { oclId, symbol: 'BAL', title: 'T' },
        { oclId: anyLab(), symbol: 'LAB', title: 'T' },
      ])
        assert.notEqual(
          done(await generateAgreement(service, other)).agreementContentHash,
          first.agreementContentHash,
        );
    },
  ),

  check(
    'agreements.refused',
    {
      rule: 'No JSON is INVALID_METADATA; other data than described is INVALID_INPUT; isSuccess is false and the rest null.',
      section: `${section}; docs/specification/wire.md#answers`,
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const oclId = anyLab();
      const wrong: [unknown, string, string?][] = [
        ['{oclId:', 'INVALID_METADATA'],
        ['', 'INVALID_METADATA'],
        ['[]', 'INVALID_INPUT'],
        ['null', 'INVALID_INPUT'],
        [{ symbol: 'LAB' }, 'INVALID_INPUT'],
        [{ oclId }, 'INVALID_INPUT'],
        [{ oclId: '0x0101', symbol: 'LAB' }, 'INVALID_INPUT', 'INVALID_OCL_ID'],
        [{ oclId: `0x02${oclId.slice(4)}`, symbol: 'LAB' }, 'INVALID_INPUT', 'INVALID_OCL_ID'],
        [{ oclId, symbol: '' }, 'INVALID_INPUT'],
        [{ oclId, symbol: 'A'.repeat(21) }, 'INVALID_INPUT'],
        [{ oclId, symbol: 'LA B' }, 'INVALID_INPUT'],
        ...['LAB\n', 'ΛΑΒ', 7].map((symbol): [unknown, string] => [{ oclId, symbol }, 'INVALID_INPUT']),
        ...[7, 'a\n## 8. Mine', 'a\u202eb', 'a'.repeat(201)].map((title): [unknown, string] => [
          { oclId, symbol: 'LAB', title },
          'INVALID_INPUT',
        ]),
        [`{"oclId":"${oclId}","symbol":"LAB","title":"\\ud800"}`, 'INVALID_INPUT'],
        [`{"oclId":"${oclId}","symbol":"LAB","__proto__":{"a":1}}`, 'INVALID_INPUT'],
        [{ oclId, symbol: 'LAB', name: 'x' }, 'INVALID_INPUT'],
      ];
      for (const [data, code, reason] of wrong) {
        const failed = await generateAgreement(service, data);
        refused(failed, code, reason);
        assert.equal(failed.isSuccess, false);
        allNull(failed, [
          'agreementKey',
          'agreementUrl',
          'agreementContentHash',
          'agreementType',
          'generatedAt',
        ]);
      }
      for (const symbol of ['A', 'A1b2'.repeat(5)]) done(await generateAgreement(service, { oclId, symbol }));
    },
  ),

  check(
    'agreements.terms',
    {
      rule: 'getOclTermsMessage gives the exact text: one sentence, a blank line, chain id and version; and its digest.',
      section: `${section}; ${decided}`,
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const agreed = done(await generateAgreement(service, { oclId: anyLab(), symbol: 'LAB' }));
      const { message, digest, isSuccess, error } = await termsMessage(
        service,
        agreed,
        tokenId,
        service.chainId,
      );
      const [sentence = '', ...rest] = message.split('\n');
      for (const part of [`Lab #${tokenId}`, agreed.agreementKey, agreed.agreementContentHash])
        assert.ok(sentence.includes(part), part);
      assert.deepEqual(rest, ['', `Chain Id: ${service.chainId}`, 'Version: 1']);
      assert.deepEqual([digest, isSuccess, error], [hashMessage(message), true, null]);
    },
  ),

  check(
    'agreements.terms.refused',
    {
      rule: 'It fails in its result: an unknown agreement is NOT_FOUND, another hash or chain id INVALID_INPUT; isSuccess is false, message null.',
      section: decided,
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const agreed = done(await generateAgreement(service, { oclId: anyLab(), symbol: 'LAB' }));
      const valid = termsVariables(agreed, tokenId, service.chainId);
      const upper = { ...valid, contentHash: `0x${valid.contentHash.slice(2).toUpperCase()}` };
      assert.deepEqual(await service.ask(TERMS, upper), await service.ask(TERMS, valid));
      const rows: [object, string, string?][] = [
        ...[`${anyLab()}/agreements/none.json`, '', 'a\0b'].map((agreementKey): [object, string, string] => [
          { agreementKey },
          'NOT_FOUND',
          'AGREEMENT_NOT_FOUND',
        ]),
        [{ contentHash: `0x${'ab'.repeat(32)}` }, 'INVALID_INPUT', 'CONTENT_HASH_MISMATCH'],
        [{ contentHash: '0x1234' }, 'INVALID_INPUT'],
        [{ chainId: 1 }, 'INVALID_INPUT', 'CHAIN_ID_MISMATCH'],
        [{ labId: '1' }, 'INVALID_INPUT', 'LAB_ID_MISMATCH'],
        ...['0x1', `0${tokenId}`, '-1', ''].map((labId): [object, string] => [{ labId }, 'INVALID_INPUT']),
      ];
      for (const [change, code, reason] of rows) {
        const { error, ...result } = (await service.ask(TERMS, { ...valid, ...change })).getOclTermsMessage;
        refused({ error }, code, reason);
        assert.deepEqual(result, { message: null, digest: null, isSuccess: false });
      }
    },
  ),
];
