import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { hashMessage } from 'viem';
import { z } from 'zod';
import { encodeOclId } from '#contracts/ocl-id.ts';
import { generateAgreement, TERMS, termsMessage, termsVariables } from '#testing/test-agreement.ts';
import { sha256 } from '#testing/test-upload.ts';
import { check } from '../check.ts';
import { allNull, done, refused, thrown } from '../expect.ts';
import { fieldChecks } from '../field-checks.ts';
import { dateTime, hash, oclIdIn } from '../shapes.ts';

const section = 'docs/specification/tokenization.md#agreement';
const decided = 'docs/specification/tokenization.md#terms-message';

/** The mutation does not ask the chain, so any well-formed id will do. */
const tokenId = 2n ** 79n;
const anyLab = () => encodeOclId({ tokenId, account: `0x${randomBytes(20).toString('hex')}` });

/** Agreements and the text that is signed for them. */
export const agreementChecks = [
  ...fieldChecks({
    type: 'Agreement',
    needs: ['newcomer'],
    read: async ({ service }) => [done(await generateAgreement(service, { oclId: anyLab(), symbol: 'LAB' }))],
    shapes: {
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
      covers: [
        'ops.generateOclMembershipAgreement',
        'args.agreementData.oclId',
        'args.agreementData.symbol',
        'args.agreementData.title',
        'fields.Agreement.agreementContentHash',
        'decided.agreement.anyone',
        'decided.wire.awsJson',
      ],
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
      assert.equal(response.status, 200);
      const bytes = new Uint8Array(await response.arrayBuffer());
      assert.equal(made.agreementContentHash, `0x${sha256(bytes)}`);
      assert.ok(Buffer.from(bytes).toString().includes('Cold café'));
      const query = 'mutation { generateOclMembershipAgreement(agreementData: {a: 1}) { isSuccess } }';
      assert.equal((await service.post(query)).status, 400);
    },
  ),

  check(
    'agreements.deterministic',
    {
      rule: 'The same oclId, symbol and title give the same document and hash, in whatever order; others give others.',
      section: decided,
      covers: ['decided.agreement.deterministic'],
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
      covers: [
        'errors.inband.INVALID_INPUT',
        'errors.inband.INVALID_METADATA',
        'errors.inband.agreement',
        'args.agreementData.other',
        'args.agreementData.symbol',
        'limits.symbol',
        'decided.ids.oclId.agreement',
        'fields.Agreement.isSuccess',
        'fields.Agreement.error',
      ],
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const oclId = anyLab();
      const wrong: [unknown, string, string?][] = [
        ['{oclId:', 'INVALID_METADATA'],
        ['', 'INVALID_METADATA'],
        ['[]', 'INVALID_INPUT'],
        [{ symbol: 'LAB' }, 'INVALID_INPUT'],
        [{ oclId }, 'INVALID_INPUT'],
        [{ oclId: '0x0101', symbol: 'LAB' }, 'INVALID_INPUT', 'INVALID_OCL_ID'],
        [{ oclId: `0x02${oclId.slice(4)}`, symbol: 'LAB' }, 'INVALID_INPUT', 'INVALID_OCL_ID'],
        [{ oclId, symbol: '' }, 'INVALID_INPUT'],
        [{ oclId, symbol: 'A'.repeat(21) }, 'INVALID_INPUT'],
        [{ oclId, symbol: 'LA B' }, 'INVALID_INPUT'],
        [{ oclId, symbol: 'LAB', title: 7 }, 'INVALID_INPUT'],
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
      covers: ['ops.getOclTermsMessage', 'decided.terms.text', 'decided.terms.extras', 'contracts.terms'],
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
      rule: 'An unknown agreement is thrown NOT_FOUND; another hash or chain id INVALID_INPUT.',
      section: decided,
      covers: ['decided.terms.unknown', 'decided.terms.hash', 'decided.terms.chain', 'errors.thrown.shape'],
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const agreed = done(await generateAgreement(service, { oclId: anyLab(), symbol: 'LAB' }));
      const valid = termsVariables(agreed, tokenId, service.chainId);
      const ask = (change: object) => service.post(TERMS, { ...valid, ...change });
      thrown(await ask({ agreementKey: `${anyLab()}/agreements/none.json` }), 'NOT_FOUND');
      thrown(await ask({ contentHash: `0x${'ab'.repeat(32)}` }), 'INVALID_INPUT');
      thrown(await ask({ chainId: 1 }), 'INVALID_INPUT');
    },
  ),
];
