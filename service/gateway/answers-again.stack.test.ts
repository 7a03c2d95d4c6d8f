import { once } from 'node:events';
import { connect } from 'node:net';
import { CreateLabDocument, FinishCreateOrUpdateFileDocument } from '@labroom/client/documents';
import { paymentHeaderOf } from '@labroom/testing/sign-payment.ts';
import { textOf } from '@labroom/testing/test-client.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  fillUp,
  type GatewayAnswer,
  type GatewayCall,
  namedPaymentFor,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { PRICE, paymentsOf, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { sent } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import { announcements } from '../platform/db/tables/activity.ts';

const service = await openTestService();
const replica = await service.startPeer();
const owner = await fundedWallet();
const lab = await registeredLab(service, owner);
await fillUp(owner, 40n * PRICE);

type Call = GatewayCall & { mutation: PaidMutation; body: string };

const announce = (headline: string): Call => ({
  mutation: 'createAnnouncement',
  body: JSON.stringify({
    query:
      'mutation($lab: String!, $headline: String!) { createAnnouncement(oclId: $lab, headline: $headline, body: "b") { message error { code } } }',
    variables: { lab: lab.oclId, headline },
  }),
});
const create = async (): Promise<Call> => ({
  mutation: 'createLab',
  body: JSON.stringify({
    query: textOf(CreateLabDocument),
    variables: { oclId: (await mintLab(owner)).oclId },
  }),
});
const finish = async (): Promise<Call> => ({
  mutation: 'finishCreateOrUpdateFile',
  body: JSON.stringify({
    query: textOf(FinishCreateOrUpdateFileDocument),
    variables: {
      oclId: lab.oclId,
      uploadToken: await sent(service, lab, 'bytes'),
      path: 'paid.txt',
      accessLevel: 'PUBLIC',
      changeBy: owner.address,
    },
  }),
});
const postedAs = (headline: string) =>
  service.context.db.$count(announcements, eq(announcements.headline, headline));

describe('the same payment with the same body gets the stored answer, over another process too, and is charged once:', () => {
  test.each<[string, () => Call | Promise<Call>]>([
    ['createLab', create],
    ['finishCreateOrUpdateFile', finish],
    ['createAnnouncement', () => announce('again')],
  ])('%s', async (mutation, make) => {
    const call = await make();
    const payment = await paymentFor(service, owner, call.mutation);
    const before = await stablecoinsOf(owner.address);
    const first = await callGateway(service, call, payment);
    expect([first.status, first.body.data[mutation].error]).toEqual([200, null]);
    for (const process of [service, replica]) {
      const again = await callGateway(process, call, payment);
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.settlement?.transaction).toBe(first.settlement?.transaction);
    }
    expect(before - (await stablecoinsOf(owner.address))).toBe(PRICE);
  });
});

test('another body gets nothing with that payment', async () => {
  const payment = await paymentFor(service, owner, 'createAnnouncement');
  expect((await callGateway(service, announce('one body'), payment)).status).toBe(200);
  const other = await callGateway(service, announce('another body'), payment);
  expect([other.status, other.body.error]).toEqual([402, 'payment_already_used']);
  expect(other.body.data).toBeUndefined();
  expect(await postedAs('another body')).toBe(0);
});

test('fifty uses at once of one payment for one announcement get one answer, post it once and pay once', async () => {
  const call = announce('fifty');
  const payment = await paymentFor(service, owner, 'createAnnouncement');
  const before = await paymentsOf(owner.address);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => callGateway(index % 2 ? service : replica, call, payment)),
  );
  const given = answers.filter(({ status }) => status === 200);
  expect(given.length).toBeGreaterThan(0);
  for (const { body } of given) expect(body).toEqual(given[0]?.body);
  // The others were told to come back: the first one still ran.
  const others = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of others) expect([status, body.error]).toEqual([402, 'payment_already_used']);
  expect((await callGateway(service, call, payment)).body).toEqual(given[0]?.body);
  expect(await postedAs('fifty')).toBe(1);
  expect((await paymentsOf(owner.address)).length - before.length).toBe(1);
});

test('a payer who names the call in the payment gets the answer by payment and salt alone', async () => {
  // A wallet of its own: it is held to proofs of intent from now on.
  const member = await fundedWallet();
  await fillUp(member, PRICE);
  const oclId = (await mintLab(member)).oclId;
  const body = JSON.stringify({ query: textOf(CreateLabDocument), variables: { oclId } });
  const { payment, call } = await namedPaymentFor(service, member, { mutation: 'createLab', body });
  const first = await callGateway(service, call, payment);
  expect(first.status).toBe(200);
  expect((await callGateway(service, call, payment)).body).toEqual(first.body);
  expect((await callGateway(service, { ...call, headers: {} }, payment)).status).toBe(401);
});

test('after ten minutes the answer is gone, and the refusal says so', async () => {
  const call = announce('late');
  const payment = await paymentFor(service, owner, 'createAnnouncement');
  expect((await callGateway(service, call, payment)).status).toBe(200);
  await service.context.db.execute(
    sql`update paid_answers set expires_at = expires_at - interval '10 minutes'`,
  );
  const late = await callGateway(service, call, payment);
  expect([late.status, late.body.error]).toEqual([402, 'payment_already_used']);
  expect(late.body.hint).toContain('ten minutes');
  expect(late.settlement?.success).toBe(true);
});

/** Sends a paid call over a connection that is destroyed as soon as everything is sent. */
async function sendAndCut({ mutation, body }: Call, header: string): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `POST /local/x402/labs/${mutation} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `Payment-Signature: ${header}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, resolve));
  socket.destroy();
}

/** Repeats a request for as long as the answer says to come back. */
async function patiently(ask: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> {
  let answer = await ask();
  while (answer.headers.has('retry-after')) answer = await ask();
  return answer;
}

describe('a connection that is cut after the request was sent', () => {
  test('costs one charge and has one effect, and the same request gets the one answer', async () => {
    const call = announce('cut');
    const payment = await paymentFor(service, owner, 'createAnnouncement');
    const before = await paymentsOf(owner.address);
    await sendAndCut(call, paymentHeaderOf(payment));
    const again = await patiently(() => callGateway(replica, call, payment));
    expect([again.status, again.body.data.createAnnouncement.error]).toEqual([200, null]);
    expect((await callGateway(service, call, payment)).body).toEqual(again.body);
    expect(await postedAs('cut')).toBe(1);
    expect((await paymentsOf(owner.address)).length - before.length).toBe(1);
  });

  test('costs one charge for a data key too, whose answer needs a proof: the refusal says the way', async () => {
    const payer = await payerWith(2n * PRICE);
    const payment = await paymentFor(service, payer);
    const body = JSON.stringify({ query: DATA_KEY });
    const call: Call = { mutation: 'generateDataEncryptionKey', body };
    await sendAndCut(call, paymentHeaderOf(payment));
    await expect
      .poll(async () => (await callsOf(service, payer)).map(({ state }) => state))
      .toEqual(['settled']);
    const again = await callGateway(service, call, payment);
    expect([again.status, again.body.error]).toEqual([402, 'payment_already_used']);
    expect(again.body.data).toBeUndefined();
    expect(again.body.hint).toContain('Payment-Proof');
    expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  });
});
