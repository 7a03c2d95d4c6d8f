import assert from 'node:assert/strict';
import { CreateLabDocument } from '@labroom/client/documents';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { check } from '../check/check.ts';
import { done, notExecuted, refused, saysEnded } from '../service/expect.ts';

const section = 'docs/specification/identity.md#credentials';
const LABS = '{ labs { totalCount } }';
/** Well-formed, and of a lab that nobody minted. */
const NO_LAB = `0x0101${'ff'.repeat(10)}${'11'.repeat(20)}`;

export const authenticationChecks = [
  check(
    'auth.consumer.accepted',
    {
      rule: 'The consumer credential stands in Authorization as it is, on every request.',
      section,
    },
    async ({ service }) => {
      assert.equal((await service.post(LABS)).status, 200);
      const authorization = `Bearer ${service.credential}`;
      notExecuted(
        await service.send({ headers: { authorization }, body: JSON.stringify({ query: LABS }) }),
        401,
        'UNAUTHENTICATED',
      );
    },
  ),

  check(
    'auth.consumer.refused',
    {
      rule: 'A missing, changed or cut consumer credential is 401, before anything of the document is looked at.',
      section: `${section}; docs/specification/wire.md#requests-that-are-not-executed`,
    },
    async ({ service }) => {
      const { credential } = service;
      const changed = credential.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      const unknown = credential.replace(/_[0-9a-z]{12}_/, '_000000000000_');
      const wrong = ['', changed, unknown, credential.slice(0, -1), `${credential}0`, "' or 1=1 --"];
      for (const authorization of wrong)
        for (const body of ['not json', '{"query":"{"}', JSON.stringify({ query: LABS })])
          notExecuted(await service.send({ headers: { authorization }, body }), 401, 'UNAUTHENTICATED');
    },
  ),

  check(
    'auth.consumer.prefix',
    {
      rule: 'The secret alone decides: with any other prefix a credential is the same, with another secret it is 401.',
      section: 'docs/specification/identity.md#credentials',
    },
    async ({ service }) => {
      const [, id, secret] = /_([^_]+)_([^_]+)$/.exec(service.credential) ?? [];
      const body = JSON.stringify({ query: LABS });
      const statusOf = async (authorization: string) =>
        (await service.send({ headers: { authorization }, body })).status;
      for (const prefix of ['mol', 'labroom_production', 'labroom_staging', 'a-b_C'])
        assert.equal(await statusOf(`${prefix}_${id}_${secret}`), 200);
      const other = `${secret?.slice(0, -1)}${secret?.endsWith('0') ? '1' : '0'}`;
      for (const prefix of ['mol', `labroom_${service.environment}`])
        assert.equal(await statusOf(`${prefix}_${id}_${other}`), 401);
    },
  ),

  check(
    'auth.public-queries',
    {
      rule: 'The public queries need the consumer credential alone.',
      section: section,
      needs: ['sample'],
    },
    async ({ service, sample }) => {
      const query = `query($id: String!) {
        labs { totalCount }
        labWithDataRoomAndFiles(oclId: $id) { oclId dataRoom { id } }
        labActivity(oclId: $id, page: 0, perPage: 1) { nodes { __typename } }
        activities { activities { __typename } }
        listLabMembers(oclId: $id) { message }
        getDidLinkStatus(oclId: $id) { message }
        fileCategoriesAndTags { data { name } }
        getServiceSignInMessage(walletAddress: "0x000000000000000000000000000000000000dEaD", serviceName: "x") { message }
        searchLabs(prompt: "sample") { totalCount } }`;
      assert.equal(Object.keys(await service.ask(query, { id: sample.oclId })).length, 9);
    },
  ),

  check(
    'auth.no-token',
    {
      rule: 'A mutation that needs a wallet says UNAUTHENTICATED, NO_AUTH in-band without one.',
      section: 'docs/specification/identity.md#roles',
    },
    async ({ service }) => {
      const { createLab } = await service.ask(CreateLabDocument, { oclId: NO_LAB });
      refused(createLab, 'UNAUTHENTICATED', 'NO_AUTH');
      assert.equal(createLab.lab, null);
      refused(await generateKey(service), 'UNAUTHENTICATED', 'NO_AUTH');
    },
  ),

  check(
    'auth.bad-token',
    {
      rule: 'A service token that was not issued here is UNAUTHENTICATED for a mutation; public queries answer, and say INVALID.',
      section: 'docs/specification/identity.md#a-service-token-that-does-not-hold',
    },
    async ({ service }) => {
      const unsigned = ['{"alg":"none"}', '{"sub":"0x00","adminAddress":"0x00"}', ''];
      const forged = unsigned.map((part) => Buffer.from(part).toString('base64url')).join('.');
      for (const token of [forged, 'nonsense']) {
        refused(await generateKey(service, token), 'UNAUTHENTICATED');
        saysEnded(await service.post(LABS, {}, token), 'INVALID');
      }
    },
  ),

  check(
    'auth.service-token',
    {
      rule: 'A service token with the consumer credential proves the wallet; alone it opens nothing.',
      section,
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { token } = await newcomer();
      done(await generateKey(service, token));
      assert.ok((await service.ask('{ searchLabs(prompt: "sample") { totalCount } }', {}, token)).searchLabs);
      const headers = { authorization: '', 'x-service-token': token };
      notExecuted(await service.send({ headers, body: JSON.stringify({ query: LABS }) }), 401);
    },
  ),
];
