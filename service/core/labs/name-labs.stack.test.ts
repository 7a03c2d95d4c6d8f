import { ask, post } from '@labroom/testing/test-client.ts';
import { callGateway, fillUp, paymentFor } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { describe, expect, test } from 'vitest';
import { createConsumerCredential } from '../../auth/consumer-credential.ts';

const service = await openTestService();
const wallet = await fundedWallet();
const lab = await registeredLab(service, wallet);
const { oclId } = lab;
const shortname = `lab-${BigInt(`0x${oclId.slice(6, 26)}`)}`;

const announce = `mutation ($lab: String!) { createAnnouncement(oclId: $lab, headline: "By name", body: "Short.") {
  error { code message details } } }`;

/** A lab is named by its short name wherever an oclId is taken (docs/specification/labs.md#shortnames). */
describe('a short name in the place of an oclId', () => {
  test.each([
    ['a query', '{ labActivity(oclId: "NAME", page: 0, perPage: 1) { nodes { __typename } } }'],
    ['a query of a lab', '{ labWithDataRoomAndFiles(oclId: "NAME") { oclId } }'],
    ['a filter', '{ searchLabs(prompt: "x", filters: { byOclIds: ["NAME"] }) { totalCount } }'],
    [
      'a question',
      'query { f: foresee(operation: createLab, variables: "{\\"input\\":{\\"oclId\\":\\"NAME\\"}}", wallet: "WALLET") { code } }',
    ],
  ])('%s', async (_, query) => {
    const named = (name: string) =>
      ask(service, query.replace('NAME', name).replace('WALLET', wallet.address));
    expect(await named(shortname)).toEqual(await named(oclId));
  });

  test('a mutation, with an argument and in its input', async () => {
    const { error } = (await ask(service, announce, { lab: shortname }, lab.token)).createAnnouncement;
    expect(error).toBeNull();
    const follow = `mutation ($lab: String!) { follow(input: { lab: $lab }) { follow { lab { oclId } } error { code } } }`;
    const result = (await ask(service, follow, { lab: shortname }, lab.token)).follow;
    expect(result).toMatchObject({ error: null });
  });

  test('public data, with links by oclId', async () => {
    const read = async (name: string) => (await fetch(`${service.url}/v1/labs/${name}/files`)).json();
    expect(await read(shortname)).toEqual(await read(oclId));
  });

  test('a paid call', async () => {
    await fillUp(wallet, PRICE);
    const body = { query: announce, variables: { lab: shortname } };
    const payment = await paymentFor(service, wallet, 'createAnnouncement');
    const paid = await callGateway(service, { mutation: 'createAnnouncement', body }, payment);
    expect([paid.status, paid.body.data.createAnnouncement.error]).toEqual([200, null]);
  });

  test('gives a credential for another lab no right', async () => {
    const allowedLabs = [`0x0101${'0'.repeat(59)}1`];
    const { credential } = await createConsumerCredential(service.context.db, 'labroom_local', 'One lab', {
      allowedLabs,
    });
    const at = { ...service, credential };
    const { error } = (await ask(at, announce, { lab: shortname }, lab.token)).createAnnouncement;
    expect(JSON.parse(error.details)).toMatchObject({ reason: 'CREDENTIAL_SCOPE' });
  });

  test.each(['no-such-lab', '', 'x'.repeat(300), 'a\0b'])('that no lab has is refused: %j', async (name) => {
    const query =
      'query ($lab: String!) { labActivity(oclId: $lab, page: 0, perPage: 1) { nodes { __typename } } }';
    const { body } = await post(service, query, { lab: name });
    expect(body.errors[0].errorInfo.details).toMatchObject({ reason: 'INVALID_OCL_ID', field: 'oclId' });
  });
});
