import assert from 'node:assert/strict';
import {
  CreateLabDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { put, sha256 } from '@labroom/testing/test-upload.ts';
import { check } from '../check/check.ts';
import { done } from '../service/expect.ts';
import { receiptOf } from '../service/payment.ts';

const section = 'docs/specification/gateway.md#payment-flow; docs/specification/gateway.md#outcomes';
const PRICE = 10_000n;

const KEY = { mutation: 'generateDataEncryptionKey', query: GenerateDataEncryptionKeyDocument };

export const paidCallChecks = [
  check(
    'paid.key',
    {
      rule: 'A paid call is verified, served and settled: 200, the body of the service itself, and payment-response; the price has moved.',
      section,
      needs: ['gateway', 'payments'],
    },
    async ({ gateway, payments, service }) => {
      const headers = ['Payment-Signature', 'X-Payment', 'Payment'];
      const payer = await payments.payer(headers.length);
      const { payTo } = await gateway.quote(KEY);
      const before = await payments.balanceOf(payTo);
      for (const name of headers) {
        const { answer } = await gateway.pay(payer, KEY, {}, name);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.deepEqual(Object.keys(answer.body), ['data']);
        done(answer.body.data.generateDataEncryptionKey);
        const receipt = receiptOf(answer);
        assert.equal(receipt.success, true);
        assert.equal(receipt.payer?.toLowerCase(), payer.address.toLowerCase());
        assert.equal(receipt.network, `eip155:${service.chainId}`);
        assert.match(receipt.transaction, /^0x[0-9a-f]{64}$/);
      }
      assert.equal(await payments.balanceOf(payer.address), 0n);
      assert.ok((await payments.balanceOf(payTo)) - before >= PRICE * 3n);
    },
  ),

  check(
    'paid.payer',
    {
      rule: 'The call runs in the name of the payer, for that one mutation: an owner registers a lab, a contributor uploads.',
      section,
      needs: ['gateway', 'payments', 'chain', 'lab'],
    },
    async ({ gateway, payments, chain, lab }) => {
      const { oclId } = await chain.mintLab();
      await payments.fill(chain.account.address, PRICE);
      const created = await gateway.pay(chain.account, {
        mutation: 'createLab',
        query: CreateLabDocument,
        variables: { oclId },
      });
      assert.equal(done(created.answer.body.data.createLab).lab.oclId, oclId);
      const payer = await payments.payer(2);
      await chain.grantRole({ oclId, to: payer.address, role: 'CONTRIBUTOR' });
      const bytes = 'paid for';
      const upload = {
        mutation: 'initiateCreateOrUpdateFile',
        query: InitiateCreateOrUpdateFileDocument,
        variables: { oclId, contentType: 'text/plain', contentLength: bytes.length },
      };
      const initiated = done((await gateway.pay(payer, upload)).answer.body.data.initiateCreateOrUpdateFile);
      assert.ok((await put(initiated, bytes)) < 300);
      const query = `mutation($oclId: String!, $token: String!, $changeBy: String!) { finishCreateOrUpdateFile(oclId: $oclId,
        uploadToken: $token, path: "paid.txt", accessLevel: "PUBLIC", changeBy: $changeBy) { contentHash error { code } } }`;
      const variables = { oclId, token: initiated.uploadToken, changeBy: payer.address };
      const finished = await gateway.pay(payer, { mutation: 'finishCreateOrUpdateFile', query, variables });
      assert.equal(
        done(finished.answer.body.data.finishCreateOrUpdateFile).contentHash,
        `sha256:${sha256(bytes)}`,
      );
      const file = 'query($oclId: String!) { dataRoomFile(oclId: $oclId, path: "paid.txt") { changeBy } }';
      assert.equal(
        (await lab.service.ask(file, { oclId })).dataRoomFile.changeBy,
        payer.address.toLowerCase(),
      );
    },
  ),

  check(
    'paid.no-role',
    {
      rule: 'A payment grants no role, regardless of other headers: 403 UNAUTHORIZED, and not charged.',
      section: `${section}; docs/specification/identity.md#roles`,
      needs: ['gateway', 'payments', 'lab'],
    },
    async ({ gateway, payments, lab }) => {
      const payer = await payments.payer(2);
      const { path } = await lab.secret('paid.txt', 'secret');
      const { oclId, visitor, service } = lab;
      const stolen = {
        authorization: service.credential,
        'x-service-token': visitor.token,
        cookie: `session=${visitor.token}`,
      };
      const fields = 'error { code message requestId retryable details }';
      const announce = {
        mutation: 'createAnnouncement',
        query: `mutation($oclId: String!) { createAnnouncement(oclId: $oclId, headline: "a", body: "b") { ${fields} } }`,
        variables: { oclId },
      };
      const decrypt = {
        mutation: 'decryptDataKey',
        query: `mutation($oclId: String!, $path: String!) { decryptDataKey(oclId: $oclId, filePath: $path) { plaintextDEK ${fields} } }`,
        variables: { oclId, path },
      };
      for (const call of [announce, decrypt]) {
        const { answer } = await gateway.pay(payer, call, stolen);
        assert.equal(answer.status, 403, JSON.stringify(answer.body));
        assert.equal(answer.body.errors[0].errorType, 'UNAUTHORIZED');
        assert.equal(answer.headers.get('payment-response'), null);
      }
      assert.equal(await payments.balanceOf(payer.address), 2n * PRICE);
    },
  ),

  check(
    'paid.parallel',
    {
      rule: 'Twenty calls of one wallet at once, with the money for exactly twenty: 20 answers, 20 charges.',
      section: 'docs/specification/gateway.md#settlement',
      needs: ['gateway', 'payments'],
    },
    async ({ gateway, payments }) => {
      const payer = await payments.payer(20);
      const paid = await Promise.all(Array.from({ length: 20 }, () => gateway.pay(payer, KEY)));
      for (const { answer } of paid) done(answer.body.data?.generateDataEncryptionKey);
      const transactions = new Set(paid.map(({ answer }) => receiptOf(answer).transaction));
      assert.equal(transactions.size, 20);
      assert.equal(await payments.balanceOf(payer.address), 0n);
    },
  ),

  check(
    'paid.again',
    {
      rule: 'The same payment with the same body gets the answer of createLab again, charged once; that of a data key not, and the refusal says the way.',
      section: 'docs/specification/gateway.md#lost-answers',
      needs: ['gateway', 'payments', 'chain'],
    },
    async ({ gateway, payments, chain }) => {
      const { oclId } = await chain.mintLab();
      await payments.fill(chain.account.address, PRICE);
      const before = await payments.balanceOf(chain.account.address);
      const call = { mutation: 'createLab', query: CreateLabDocument, variables: { oclId } };
      const { answer, header } = await gateway.pay(chain.account, call);
      done(answer.body.data.createLab);
      const again = await gateway.call(call, { 'payment-signature': header });
      assert.deepEqual([again.status, again.body], [200, answer.body]);
      assert.equal(receiptOf(again).transaction, receiptOf(answer).transaction);
      assert.equal(before - (await payments.balanceOf(chain.account.address)), PRICE);
      const payer = await payments.payer();
      const key = await gateway.pay(payer, KEY);
      const refused = await gateway.call(KEY, { 'payment-signature': key.header });
      assert.deepEqual([refused.status, refused.body.error], [402, 'payment_already_used']);
      assert.match(refused.body.hint, /Payment-Proof/);
    },
  ),
];
