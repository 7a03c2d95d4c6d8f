import { seal } from '@labroom/client/crypto/aes-gcm';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import { networks } from '@labroom/contracts/networks';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { publishedConditions } from '@labroom/testing/published-conditions.ts';
import { publishedRequests } from '@labroom/testing/published-requests.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { decrypt } from '@labroom/testing/test-encryption.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { sha256 } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { describe, expect, test } from 'vitest';
import { createConsumerCredential } from './auth/consumer-credential.ts';

/**
 * The published writers, request by request, with the checks that they make themselves: they send each path with a slash, look for it with
 * the slash in answers, and give up where they do not find it (docs/specification/deprecated.md).
 */

const service = await openTestService({ variables: { CREDENTIAL_PREFIX: 'mol' } });
const owner = await fundedWallet();
const agent = await fundedWallet();
const lab = await registeredLab(service, owner);
const { oclId } = lab;
/** As the programs document them. */
const [category, tag] = ['science', 'Discovery'];
/** How the programs declare the kinds of files that they know; of others they ask for one. */
const contentTypes = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  parquet: 'application/vnd.apache.parquet',
};
await grantRole(owner, { oclId, to: agent.address, role: 'CONTRIBUTOR', isAgent: true });
await indexChain(service.context);
const { credential } = await createConsumerCredential(service.context.db, 'mol', 'published writer', {
  slashPaths: true,
});

type Name = keyof typeof publishedRequests;
// biome-ignore lint/suspicious/noExplicitAny: the programs read answers without types.
type Result = any;

let token: string | undefined;

/** Sends a request as both programs do, and fails as they do on an error. */
async function ask(name: Name, variables: object = {}): Promise<Result> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: credential,
      ...(token !== undefined && { 'x-service-token': token }),
    },
    body: JSON.stringify({ query: publishedRequests[name].query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Record<string, Result>; errors?: object[] };
  expect([name, response.status, errors]).toEqual([name, 200, undefined]);
  const [result] = Object.values(data);
  expect([name, result?.error ?? null]).toEqual([name, null]);
  return result;
}

/** The headers that an answer names, as the programs send them. */
const headersOf = ({ downloadHeaders }: { downloadHeaders: { key: string; value: string }[] | null }) => ({
  headers: Object.fromEntries((downloadHeaders ?? []).map(({ key, value }) => [key, value])),
});

const files = async (): Promise<Result[]> => (await ask('verify', { oclId })).dataRoom.files;

interface Upload {
  path?: string;
  ref?: string;
  accessLevel: string;
  contentType?: string;
  encryptionMetadata?: object;
}

async function upload(
  bytes: Uint8Array,
  { path, ref, accessLevel, contentType, encryptionMetadata }: Upload,
) {
  const type = contentType ?? contentTypes.csv;
  const place = await ask('initiate', { oclId, contentType: type, contentLength: bytes.byteLength });
  const { headers } = headersOf({ downloadHeaders: place.headers });
  const put = await fetch(place.uploadUrl, { method: place.method, headers, body: Buffer.from(bytes) });
  expect(put.status).toBeLessThan(400);
  return ask('finish', {
    ...{ oclId, uploadToken: place.uploadToken, path: path ?? null, ref: ref ?? null, accessLevel },
    ...{ changeBy: `did:ethr:${agent.address}`, description: 'Round 3', tags: [tag] },
    ...{ categories: [category], contentText: null, encryptionMetadata: encryptionMetadata ?? null },
  });
}

/** Encrypted and uploaded with the conditions that the programs write for a private file. */
async function uploadPrivate(text: string, path: string, chain: string) {
  const key = await ask('dataKey');
  const sealed = await seal(Buffer.from(text), bytesFromBase64(key.plaintextDEK));
  const ciphertext = new Uint8Array(sealed.ciphertext);
  return upload(ciphertext, {
    path,
    accessLevel: 'ADMIN',
    encryptionMetadata: {
      encryptionSystem: key.encryptionSystem,
      accessControlConditions: publishedConditions(oclId, chain),
      encryptedBy: agent.address,
      encryptedAt: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      encryptedDek: key.encryptedDek,
      iv: sealed.iv,
      contentHash: sha256(text),
    },
  });
}

async function openPrivate(path: string): Promise<string> {
  const { dataRoom } = await ask('dataRoom', { oclId });
  const stored = dataRoom.files.find((file: Result) => file.path === path);
  const key = await ask('decrypt', { oclId, filePath: stored.path });
  // The published server decrypts a file only if `encryptionSystem` is set.
  expect(stored.encryptionMetadata.encryptionSystem).toBe('kms');
  const bytes = Buffer.from(await (await fetch(stored.downloadUrl, headersOf(stored))).arrayBuffer());
  return decrypt(bytes, key.plaintextDEK, key.iv ?? stored.encryptionMetadata.iv);
}

describe('the published writers', () => {
  test('find a category and its tags, which they send', async () => {
    const { data } = await ask('categories');
    const known = data.find(({ name }: Result) => name === category);
    expect(known.tags).toContain(tag);
  });

  test('see the role of their wallet, and sign in', async () => {
    const { members } = await ask('members', { oclId });
    const mine = members.find(({ walletAddress }: Result) => walletAddress === agent.address.toLowerCase());
    expect(mine).toMatchObject({ role: 'CONTRIBUTOR', isAgent: true, expiry: null });
    const name = { walletAddress: agent.address, serviceName: 'lab-contributor' };
    const { message } = await ask('signIn', name);
    const messageSignature = await agent.signMessage({ message });
    ({ token } = await ask('token', { ...name, messageSignature, expiresIn: '30d' }));
  });

  test('find the lab by its oclId and by its name, with the account that the oclId implies', async () => {
    const found = await ask('lab', { oclId });
    expect(found.labAccountAddress.toLowerCase()).toBe(`0x${oclId.slice(-40)}`);
    const { shortname } = found;
    expect(await ask('labByName', { shortname })).toMatchObject({ oclId, shortname });
  });

  test('store a public file, and find it with the slash', async () => {
    const { datasetId, version } = await upload(Buffer.from('a,b\n'), {
      path: '/findings.csv',
      accessLevel: 'PUBLIC',
    });
    expect(version).toBe(1);
    const stored = (await files()).find(({ path }) => path === '/findings.csv');
    expect(stored).toMatchObject({ did: datasetId, accessLevel: 'PUBLIC', version: 1 });
    expect(stored.createdBy.split(':').at(-1)).toBe(agent.address.toLowerCase());
    const bytes = await fetch(stored.downloadUrl, headersOf(stored));
    expect(await bytes.text()).toBe('a,b\n');
  });

  test.each(Object.entries(contentTypes))(
    'store a file with the ending %s as %s',
    async (ending, contentType) => {
      const path = `/kinds/file.${ending}`;
      await upload(Buffer.from(ending), { path, accessLevel: 'PUBLIC', contentType });
      const { dataRoom } = await ask('dataRoom', { oclId });
      const stored = dataRoom.files.find((file: Result) => file.path === path);
      expect(stored).toMatchObject({ contentType, encryptionMetadata: null });
      expect(await (await fetch(stored.downloadUrl, headersOf(stored))).text()).toBe(ending);
    },
  );

  test('read from the chain that the contributor may open what it encrypts', async () => {
    const words = [
      oclId.slice(2),
      agent.address.slice(2).toLowerCase().padStart(64, '0'),
      '2'.padStart(64, '0'),
    ];
    const [to, data] = [networks[31337].contracts.accessResolver, `0x1ece65ce${words.join('')}`];
    const response = await fetch(requireStack('rpcUrl'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] }),
    });
    const { result } = (await response.json()) as { result: `0x${string}` };
    expect(BigInt(result)).toBe(1n);
  });

  test.each(['base', 'sepolia-base'])(
    'store a private file with a condition on %s, and open it',
    async (chain) => {
      const path = `/private-${chain}.csv`;
      await uploadPrivate('secret\n', path, chain);
      expect(await openPrivate(path)).toBe('secret\n');
    },
  );

  test('store a new version of a file, which is found by its did', async () => {
    const [{ did, id }] = await files();
    expect(await upload(Buffer.from('a,b\n1,2\n'), { ref: did, accessLevel: 'PUBLIC' })).toMatchObject({
      datasetId: did,
      version: 2,
    });
    const stored = (await files()).find((file) => [file.did, file.id].includes(did));
    expect(stored).toMatchObject({ id, version: 2 });
  });
});
