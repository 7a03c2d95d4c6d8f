import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  DecryptDataKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { mulberry32 } from '@labroom/testing/random.ts';
import { textOf } from '@labroom/testing/test-client.ts';
import { callGateway, priceOf, UNKNOWN_LAB } from '@labroom/testing/test-gateway.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { expect, test } from 'vitest';

const CALLS = 500;

const service = await openTestService();

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = mulberry32(seed);
const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
const hex = (length: number) => Array.from({ length }, () => pick([...'0123456789abcdef'])).join('');

const oclId = UNKNOWN_LAB;
/** Calls that the gateway quotes a price for. */
const valid = [
  { mutation: 'createLab', query: textOf(CreateLabDocument), variables: { oclId } },
  {
    mutation: 'decryptDataKey',
    query: textOf(DecryptDataKeyDocument),
    variables: { oclId, filePath: 'a.txt' },
  },
  {
    mutation: 'initiateCreateOrUpdateFile',
    query: textOf(InitiateCreateOrUpdateFileDocument),
    variables: { oclId, contentType: 'text/csv', contentLength: 1 },
  },
  {
    mutation: 'createAnnouncement',
    query: textOf(CreateAnnouncementDocument),
    variables: { oclId, headline: 'Title', body: 'Text' },
  },
] as const;

type Valid = (typeof valid)[number];
type Sent = { mutation: Valid['mutation']; body: object | string };

const changed = ({ mutation, query, variables }: Valid, changes: object): Sent => ({
  mutation,
  body: { query, variables: { ...variables, ...changes } },
});
const rewritten = ({ mutation, variables }: Valid, query: string): Sent => ({
  mutation,
  body: { query, variables },
});

/** Each makes a call that its body alone shows to be invalid. */
const spoil: ((call: Valid) => Sent)[] = [
  (call) => {
    const text = JSON.stringify(call);
    return { mutation: call.mutation, body: text.slice(0, Math.floor(random() * (text.length - 1))) };
  },
  (call) => changed(call, { oclId: `0x${hex(pick([0, 1, 40, 63, 65]))}` }),
  (call) => changed(call, { oclId: `0x${pick(['02', '00', 'ff'])}${hex(62)}` }),
  (call) => changed(call, { [pick(Object.keys(call.variables))]: pick([1.5, {}, [[1]], true]) }),
  (call) => changed(call, { oclId: null }),
  (call) => changed(call, { oclId: `${oclId}${pick(['\0', ' ', '\u202e', 'é'])}` }),
  (call) =>
    rewritten(
      call,
      call.query.replace(`  ${call.mutation}(`, `  ${call.mutation}: ${pick(['x', 'registerLab'])}(`),
    ),
  (call) => rewritten(call, call.query.replace('mutation', pick(['query', 'subscription', 'mutant']))),
  (call) => rewritten(call, call.query.replace('{', pick(['{ __typename ', '{ {', '{ nothing ']))),
  (call) => rewritten(call, `${call.query}\n${call.query}`),
  (call) => ({
    mutation: call.mutation,
    body: pick(['[]', '1', 'null', '""', '{"query":1}', '{"query":""}']),
  }),
  (call) => ({
    mutation: call.mutation,
    body: JSON.stringify({ query: call.query, variables: call.variables }).replace('{', '{"query":"x",'),
  }),
  (call) => ({ mutation: pick(valid.filter((other) => other !== call)).mutation, body: { ...call } }),
];

test(`${CALLS} random malformed calls get 400 and the price, but none beside a payment or as an answer to the question about them (seed ${seed})`, async () => {
  for (const call of valid) expect((await callGateway(service, changed(call, {}))).status).toBe(402);
  const calls = Array.from({ length: CALLS }, (_, index) => {
    const kind = index % spoil.length;
    return { kind, sent: (spoil[kind] as (call: Valid) => Sent)(pick(valid)) };
  });
  for (const { kind, sent } of calls) {
    const { mutation, body } = sent;
    const asked = typeof body === 'string' ? body : { ...body, payerAddress: `0x${'22'.repeat(20)}` };
    const quoted = await callGateway(service, sent);
    const paid = await callGateway(service, { ...sent, headers: { 'payment-signature': 'e30=' } });
    const foreseen = await callGateway(service, { mutation: `${mutation}/foresee`, body: asked });
    expect([kind, sent, quoted.required?.accepts]).toEqual([kind, sent, [priceOf(service, mutation)]]);
    for (const { required } of [paid, foreseen]) expect([kind, sent, required]).toEqual([kind, sent, null]);
    for (const { status, settlement } of [quoted, paid, foreseen])
      expect([kind, sent, status, settlement]).toEqual([kind, sent, 400, null]);
  }
});

test.each(['createLabs', 'registerLab', 'toString'])(
  'a call of %s, which is not sold, gets 400 without a price',
  async (mutation) => {
    const { status, required } = await callGateway(service, { ...changed(valid[0], {}), mutation });
    expect([status, required]).toEqual([400, null]);
  },
);
