import { seal } from '@labroom/client/crypto/aes-gcm';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import { publishedConditions } from '@labroom/testing/published-conditions.ts';
import { paymentHeaderOf, signedPayment } from '@labroom/testing/sign-payment.ts';
import { resultOf } from '@labroom/testing/test-client.ts';
import { decrypt } from '@labroom/testing/test-encryption.ts';
import { callGateway, fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { put, sha256 } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { describe, expect, test } from 'vitest';
import { createConsumerCredential } from './auth/consumer-credential.ts';

/** Requests that programs for other services with this interface send, as they send them (docs/specification/deprecated.md). */

const ERROR = 'error { code message requestId retryable details }';
const OLD_ERROR = 'isSuccess error { message code retryable }';

/** These programs take only credentials that begin so. */
const service = await openTestService({ variables: { CREDENTIAL_PREFIX: 'mol' } });
const wallet = await fundedWallet();
const lab = await registeredLab(service, wallet);

test('the guide on one page: membership, token, a public and a private upload, reading back', async () => {
  const { oclId } = lab;
  const ask = (query: string, variables: object, token?: string) =>
    resultOf(service, query, variables, token);

  const { members } = await ask(
    'query ListLabMembers($oclId: String!) { listLabMembers(oclId: $oclId) { message members { walletAddress role source isAgent expiry grantedAt } } }',
    { oclId },
  );
  expect(members).toMatchObject([{ walletAddress: wallet.address.toLowerCase(), role: 'OWNER' }]);

  const signIn = await ask(
    'query GetServiceSignInMessage($walletAddress: String!, $serviceName: String!) { getServiceSignInMessage(walletAddress: $walletAddress, serviceName: $serviceName) { message expiresAt } }',
    { walletAddress: wallet.address, serviceName: 'guide' },
  );
  expect(Date.parse(signIn.expiresAt)).toBeGreaterThan(Date.now());
  const { token, error } = await ask(
    `mutation GenerateServiceToken($serviceName: String!, $walletAddress: String!, $messageSignature: String!, $expiresIn: String) {
      generateServiceToken(serviceName: $serviceName, walletAddress: $walletAddress, messageSignature: $messageSignature, expiresIn: $expiresIn) { token tokenId expiresAt ${ERROR} } }`,
    {
      serviceName: 'guide',
      walletAddress: wallet.address,
      messageSignature: await wallet.signMessage({ message: signIn.message }),
      expiresIn: '180d',
    },
  );
  expect(error).toBeNull();

  const { data } = await ask(
    'query FileCategoriesAndTags { fileCategoriesAndTags { data { name tags } } }',
    {},
  );
  expect(data.length).toBeGreaterThan(0);
  const preflight = await ask(
    'query Preflight($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { shortname labAccountAddress dataRoom { files { path } } } }',
    { oclId },
  );
  expect(preflight.labAccountAddress).toBe(`0x${oclId.slice(-40)}`);

  const upload = async (bytes: Uint8Array, args: object) => {
    const place = await ask(
      `mutation Initiate($oclId: String!, $contentType: String!, $contentLength: Int!) {
        initiateCreateOrUpdateFile(oclId: $oclId, contentType: $contentType, contentLength: $contentLength) {
          uploadToken uploadUrl uploadUrlExpiry method headers { key value } ${ERROR} } }`,
      { oclId, contentType: 'text/csv', contentLength: bytes.byteLength },
      token,
    );
    expect(await put(place, bytes)).toBeLessThan(300);
    return ask(
      `mutation Finish($oclId: String!, $uploadToken: String!, $path: String, $ref: String, $accessLevel: String!, $changeBy: String!,
        $description: String, $tags: [String!], $categories: [String!], $contentText: String, $encryptionMetadata: EncryptionMetadataInput) {
        finishCreateOrUpdateFile(oclId: $oclId, uploadToken: $uploadToken, path: $path, ref: $ref, accessLevel: $accessLevel,
          changeBy: $changeBy, description: $description, tags: $tags, categories: $categories, contentText: $contentText,
          encryptionMetadata: $encryptionMetadata) { datasetId contentHash version ${ERROR} } }`,
      { oclId, uploadToken: place.uploadToken, changeBy: `did:ethr:${wallet.address}`, ...args },
      token,
    );
  };
  const open = await upload(Buffer.from('a,b\n'), { path: '/findings.csv', accessLevel: 'PUBLIC', tags: [] });
  expect(open).toMatchObject({ error: null, version: 1 });

  const key = await ask(
    `mutation GenerateDataEncryptionKey { generateDataEncryptionKey { plaintextDEK encryptedDek encryptionSystem ${ERROR} } }`,
    {},
    token,
  );
  const sealed = await seal(Buffer.from('secret\n'), bytesFromBase64(key.plaintextDEK));
  const encryptionMetadata = {
    encryptionSystem: key.encryptionSystem,
    accessControlConditions: publishedConditions(lab.oclId, 'sepolia-base'),
    encryptedBy: wallet.address,
    encryptedAt: new Date().toISOString(),
    encryptedDek: key.encryptedDek,
    iv: sealed.iv,
    contentHash: sha256('secret\n'),
  };
  const ciphertext = new Uint8Array(sealed.ciphertext);
  const closed = await upload(ciphertext, { path: '/private.csv', accessLevel: 'ADMIN', encryptionMetadata });
  expect(closed).toMatchObject({ error: null, version: 1 });

  const { dataRoom } = await ask(
    `query ReadDataRoom($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { shortname dataRoom { files {
      did path contentType contentHash version createdBy accessLevel downloadUrl downloadHeaders { key value } downloadUrlExpiry
      encryptionMetadata { encryptionSystem encryptedDek iv contentHash accessControlConditions } } } } }`,
    { oclId },
  );
  const [publicFile, privateFile] = dataRoom.files;
  expect(publicFile).toMatchObject({
    path: 'findings.csv',
    did: open.datasetId,
    createdBy: wallet.address.toLowerCase(),
    downloadHeaders: [],
  });
  const released = await ask(
    `mutation DecryptDataKey($oclId: String!, $filePath: String!) { decryptDataKey(oclId: $oclId, filePath: $filePath) { plaintextDEK iv message ${ERROR} } }`,
    { oclId, filePath: `/${privateFile.path}` },
    token,
  );
  expect(released.error).toBeNull();
  const stored = Buffer.from(await (await fetch(privateFile.downloadUrl)).arrayBuffer());
  expect(decrypt(stored, released.plaintextDEK, released.iv)).toBe('secret\n');
  // What these programs do not need stays secret.
  expect(privateFile.encryptionMetadata).toMatchObject({ encryptedDek: null, contentHash: null });
});

test('the skill for paid calls: an encrypted upload and its key, each call with the fields it selects', async () => {
  const { oclId } = lab;
  await fillUp(wallet, 5n * PRICE);
  const pay = async (mutation: string, query: string, variables: object) => {
    const body = { query, variables };
    const { required, status } = await callGateway(service, { mutation, body });
    const [accepted] = required?.accepts ?? [];
    if (!accepted) throw new Error(`${mutation}: ${status} without requirements`);
    const now = BigInt(Math.floor(Date.now() / 1_000));
    const payment = await signedPayment(wallet, accepted, { validAfter: now - 600n });
    const header = paymentHeaderOf({ ...payment, resource: required?.resource });
    const paid = await callGateway(service, { mutation, body, headers: { 'PAYMENT-SIGNATURE': header } });
    expect([mutation, paid.status, paid.settlement?.success]).toEqual([mutation, 200, true]);
    const result = paid.body.data[mutation];
    expect([mutation, result.isSuccess, result.error]).toEqual([mutation, true, null]);
    return result;
  };
  const key = await pay(
    'generateDataEncryptionKey',
    `mutation GenerateDataEncryptionKey { generateDataEncryptionKey { isSuccess plaintextDEK encryptedDek encryptionSystem error { message code retryable } } }`,
    {},
  );
  const sealed = await seal(Buffer.from('paid\n'), bytesFromBase64(key.plaintextDEK));
  const place = await pay(
    'initiateCreateOrUpdateFile',
    `mutation InitiateCreateOrUpdateFile($oclId: String!, $contentType: String!, $contentLength: Int!) {
      initiateCreateOrUpdateFile(oclId: $oclId, contentType: $contentType, contentLength: $contentLength) {
        uploadToken uploadUrl uploadUrlExpiry method headers { key value } useMultipart ${OLD_ERROR} } }`,
    { oclId, contentType: 'text/plain', contentLength: sealed.ciphertext.byteLength },
  );
  expect(place.useMultipart).toBe(false);
  expect(await put(place, new Uint8Array(sealed.ciphertext))).toBeLessThan(300);
  const encryptionMetadata = {
    encryptionSystem: key.encryptionSystem,
    accessControlConditions: publishedConditions(lab.oclId, 'baseSepolia'),
    encryptedBy: wallet.address,
    encryptedAt: new Date().toISOString(),
    encryptedDek: key.encryptedDek,
    iv: sealed.iv,
    contentHash: sha256('paid\n'),
  };
  await pay(
    'finishCreateOrUpdateFile',
    `mutation FinishCreateOrUpdateFile($oclId: String!, $uploadToken: String!, $path: String, $accessLevel: String!, $changeBy: String!, $encryptionMetadata: EncryptionMetadataInput) {
      finishCreateOrUpdateFile(oclId: $oclId, uploadToken: $uploadToken, path: $path, accessLevel: $accessLevel, changeBy: $changeBy, encryptionMetadata: $encryptionMetadata) {
        datasetId contentHash version message ${OLD_ERROR} } }`,
    {
      oclId,
      uploadToken: place.uploadToken,
      path: '/paid.txt',
      accessLevel: 'ADMIN',
      changeBy: wallet.address,
      encryptionMetadata,
    },
  );
  await pay(
    'createAnnouncement',
    `mutation CreateAnnouncement($oclId: String!, $headline: String!, $body: String!) {
      createAnnouncement(oclId: $oclId, headline: $headline, body: $body) { ${OLD_ERROR} message } }`,
    { oclId, headline: 'Published', body: 'By a paid call.' },
  );
  const released = await pay(
    'decryptDataKey',
    `mutation DecryptDataKey($oclId: String!, $filePath: String!) { decryptDataKey(oclId: $oclId, filePath: $filePath) { plaintextDEK iv ${OLD_ERROR} } }`,
    { oclId, filePath: '/paid.txt' },
  );
  expect(released.plaintextDEK).toBe(key.plaintextDEK);
});

test('credentials begin as it is configured, and those of another prefix stay valid', async () => {
  expect(service.credential).toMatch(/^mol_[0-9a-z]+_[0-9a-f]+$/);
  const { context } = service;
  const former = await createConsumerCredential(context.db, 'labroom_local', 'issued before');
  const query = JSON.stringify({ query: '{ labs { totalCount } }' });
  const statusWith = async (authorization: string) => {
    const headers = { 'content-type': 'application/json', authorization };
    return (await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: query })).status;
  };
  expect(await statusWith(former.credential)).toBe(200);
  expect(await statusWith(former.credential.replace('labroom_local', 'mol'))).toBe(200);
  expect(await statusWith(`${former.credential.slice(0, -1)}x`)).toBe(401);
  expect(await statusWith(`Bearer ${service.credential}`)).toBe(401);
});

describe('a server for language models', () => {
  /** Sends the credential in `x-api-key` alone. */
  const send = async (query: string, variables: object, token?: string) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': service.credential,
        ...(token && { 'X-Service-Token': token }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as {
      data: Record<string, Record<string, unknown>>;
      errors?: object[];
    };
    expect([response.status, errors]).toEqual([200, undefined]);
    return Object.values(data)[0] ?? {};
  };

  test('gets, extends and revokes a token with the fields it selects', async () => {
    const { message } = await send(
      'query GetServiceSignInMessage($walletAddress: String!, $serviceName: String!) { getServiceSignInMessage(walletAddress: $walletAddress, serviceName: $serviceName) { message } }',
      { walletAddress: wallet.address, serviceName: 'data-sync-service' },
    );
    const issued = await send(
      `mutation GenerateServiceToken($serviceName: String!, $walletAddress: String!, $messageSignature: String!, $expiresIn: String) {
        generateServiceToken(serviceName: $serviceName, walletAddress: $walletAddress, messageSignature: $messageSignature, expiresIn: $expiresIn) { token tokenId expiresAt ${OLD_ERROR} } }`,
      {
        serviceName: 'data-sync-service',
        walletAddress: wallet.address,
        messageSignature: await wallet.signMessage({ message: String(message) }),
        expiresIn: '720h',
      },
    );
    expect(issued.isSuccess).toBe(true);
    const { token, tokenId } = issued as { token: string; tokenId: string };
    const extended = await send(
      `mutation ExtendServiceToken($tokenId: String!, $expiresIn: String!) { extendServiceToken(tokenId: $tokenId, expiresIn: $expiresIn) { token expiresAt ${OLD_ERROR} } }`,
      { tokenId, expiresIn: '60d' },
      token,
    );
    expect(extended.isSuccess).toBe(true);
    const revoke = `mutation RevokeServiceToken($tokenId: String!) { revokeServiceToken(tokenId: $tokenId) { revokedAt ${OLD_ERROR} } }`;
    expect((await send(revoke, { tokenId }, token)).isSuccess).toBe(true);
    expect(await send(revoke, { tokenId }, token)).toMatchObject({ isSuccess: false });
  });

  test.each([
    'query GetActivity($oclId: String!, $page: Int) { labActivity(oclId: $oclId, page: $page, perPage: 10) { nodes { __typename } } }',
    'query GetActivities { activities(page: 0, perPage: 10) { isSuccess activities { __typename } error } }',
    'query ListLabMembers($oclId: String!) { listLabMembers(oclId: $oclId) { isSuccess message members { walletAddress } error { message code } } }',
    'query GetDidLinkStatus($oclId: String!) { getDidLinkStatus(oclId: $oclId) { isSuccess error { message code } } }',
    'query FileCategoriesAndTags { fileCategoriesAndTags { isSuccess data { name } error { message code } } }',
  ])('reads: %s', async (query) => {
    const { isSuccess = true, error = null } = await send(query, { oclId: lab.oclId });
    expect([isSuccess, error]).toEqual([true, null]);
  });

  test('changes a lab and its files with the fields it selects, and reads why a call failed', async () => {
    const image = await send(
      `mutation ($oclId: String!) { generateLabImageUploadUrl(oclId: $oclId, contentType: "image/png") { uploadUrl ${OLD_ERROR} } }`,
      { oclId: lab.oclId },
      lab.token,
    );
    const named = await send(
      `mutation ($oclId: String!, $input: UpdateLabNftMetadataInput!) { updateLabNftMetadata(oclId: $oclId, input: $input) { message ${OLD_ERROR} } }`,
      { oclId: lab.oclId, input: { name: 'Renamed' } },
      lab.token,
    );
    expect([image.isSuccess, named.isSuccess]).toEqual([true, true]);
    for (const [mutation, variables] of [
      ['createLab(input: { oclId: $oclId })', ''],
      ['updateFileMetadata(oclId: $oclId, ref: "did:odf:none", accessLevel: "PUBLIC")', ''],
      ['deleteDataRoomFile(oclId: $oclId, path: "none.txt", changeBy: $by)', ', $by: String!'],
    ] as const) {
      const failed = await send(
        `mutation ($oclId: String!${variables}) { ${mutation} { ${OLD_ERROR} } }`,
        { oclId: lab.oclId, ...(variables && { by: `did:ethr:${wallet.address}` }) },
        lab.token,
      );
      expect(failed).toMatchObject({ isSuccess: false, error: { retryable: false } });
    }
  });
});

test('another wallet in a deprecated form is refused like in the documented one', async () => {
  const other = (await fundedWallet()).address;
  const result = await resultOf(
    service,
    `mutation ($oclId: String!, $by: String!) { deleteDataRoomFile(oclId: $oclId, path: "none.txt", changeBy: $by) { ${ERROR} } }`,
    { oclId: lab.oclId, by: `did:ethr:${other}` },
    lab.token,
  );
  expect(JSON.parse(result.error.details)).toMatchObject({ reason: 'CHANGE_BY_MISMATCH' });
});
