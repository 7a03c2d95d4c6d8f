import { indexChain } from '@labroom/testing/index-chain.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { attachToken, deployScriptedToken } from '@labroom/testing/test-token.ts';
import { announce, deleteFile, trashFile, updateFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { chainOf } from '@labroom/testing/test-wallets.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';

const PATH = 'results/plate 1 & 2%25#?é.csv';

const service = await openTestService();
const lab = await registeredLab(service);
await uploadFile(
  service,
  lab,
  'first',
  { path: PATH, description: 'Open data', tags: ['assay'] },
  'text/csv',
);
const { plaintextDEK: secretKey } = await uploadSecret(service, lab, 'not for everyone', {
  path: 'secret.txt',
});
await announce(service, lab);
const { address } = await deployScriptedToken(chainOf(lab.owner), 'OPEN');
await attachToken(service, chainOf(lab.owner), lab, { address, symbol: 'OPEN' });
await indexChain(service.context);
/** Keeps answers of its own, so it reads what another process kept. */
const peer = await service.startPeer();

interface Lab {
  oclId: string;
  members: { walletAddress: string; role: string }[];
}
interface File {
  path: string;
  accessLevel: string;
  downloadUrl: string | null;
  encryptionMetadata: { accessControlConditions: string } | null;
  versions: { version: number; downloadUrl: string | null }[];
}
interface Page<Node> {
  nodes: Node[];
  totalCount: number;
}

const get = (path: string, headers: Record<string, string> = {}, from: { url: string } = service) =>
  fetch(from.url + path, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

async function read<Body>(path: string, from: { url: string } = service): Promise<Body> {
  const response = await get(path, {}, from);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Body;
}

async function refused(path: string) {
  const response = await get(path);
  const { errors } = (await response.json()) as {
    errors: { message: string; errorInfo: { reason?: string; requestId: string } }[];
  };
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(errors[0]?.errorInfo.requestId).toBe(response.headers.get('x-request-id'));
  return [response.status, errors[0]?.errorInfo.reason ?? errors[0]?.message];
}

describe('without any credential', () => {
  test('everyone reads labs, a lab, files, a file and the feed, in the form that OpenAPI names', async () => {
    const { paths } = await read<{
      paths: Record<
        string,
        { get: { responses: Record<string, { content: Record<string, { schema: object }> }> } }
      >;
    }>('/openapi.json');
    const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }));
    for (const [template, route] of Object.entries(paths)) {
      const body = route.get?.responses[200]?.content?.['application/json'];
      if (!template.startsWith('/v1/') || !body) continue;
      for (const path of template.includes('{path}') ? [PATH, 'secret.txt'] : ['']) {
        const url = template.replace('{oclId}', lab.oclId).replace('{path}', () => encoded(path));
        const check = ajv.compile(body.schema);
        expect([url, check(await read(url)), check.errors]).toEqual([url, true, null]);
      }
    }
    const { nodes } = await read<Page<Lab>>('/v1/labs');
    expect(nodes.map(({ oclId }) => oclId)).toEqual([lab.oclId]);
    const { members } = await read<Lab>(`/v1/labs/${lab.oclId.toUpperCase().replace('0X', '0x')}`);
    expect(members).toMatchObject([{ walletAddress: lab.wallet.toLowerCase(), role: 'OWNER' }]);
    expect(await read(`/v1/labs/${lab.oclId}/token`)).toMatchObject({
      tokenContract: address.toLowerCase(),
      attachment: { right: 'PROVED', provedLabNftTokenId: null, decimalsHaveChanged: false },
      ledger: null,
    });
    const feed = await read<{ events: object[] }>(`/v1/labs/${lab.oclId}/activity?filter=ANNOUNCEMENT`);
    expect(feed.events).toMatchObject([{ activity: { announcement: { headline: 'News' } } }]);
    expect(await read('/v1/activity?after=0&perPage=1')).toMatchObject({ endCursor: '0' });
  });

  test('a search and the other parameters do what they do in GraphQL', async () => {
    expect(await read('/v1/labs?search=nothing-has-this')).toMatchObject({ nodes: [], totalCount: 0 });
    const files = (query: string) => read<Page<File>>(`/v1/labs/${lab.oclId}/files?${query}`);
    expect((await files('accessLevel=PUBLIC')).nodes.map(({ path }) => path)).toEqual([PATH]);
    expect((await files('perPage=1&page=1')).nodes.map(({ path }) => path)).toEqual(['secret.txt']);
    expect((await files('prefix=results/')).totalCount).toBe(1);
  });

  test('a public file has a link to its bytes, each version its own, until it is deleted', async () => {
    const path = 'results/link.csv';
    const { datasetId: ref } = await uploadFile(service, lab, 'first', { path });
    await uploadFile(service, lab, 'second', { ref });
    const file = await read<File>(`/v1/labs/${lab.oclId}/files/${encoded(path)}`);
    const bytes = async (url: string | null) => (await fetch(url ?? '')).text();
    expect(await bytes(file.downloadUrl)).toBe('second');
    expect(await Promise.all(file.versions.map(({ downloadUrl }) => bytes(downloadUrl)))).toEqual([
      'second',
      'first',
    ]);
    const special = await read<File>(`/v1/labs/${lab.oclId}/files/${encodeURIComponent(PATH)}`);
    expect(await bytes(special.downloadUrl)).toBe('first');
    await deleteFile(service, lab, path);
    expect((await fetch(file.downloadUrl ?? '')).status).toBe(404);
  });

  test('the longest path finds its file', async () => {
    // 1,024 bytes, which take three times as many characters in a URL.
    const path = Array.from({ length: 4 }, () => 'é'.repeat(127))
      .join('/')
      .concat('/é');
    await uploadFile(service, lab, 'far away', { path });
    const file = await read<File>(`/v1/labs/${lab.oclId}/files/${encodeURIComponent(path)}`);
    expect(file.path).toBe(path);
    expect(await (await fetch(file.downloadUrl ?? '')).text()).toBe('far away');
  });

  test('an encrypted file has its conditions, and neither link nor key', async () => {
    const { nodes } = await read<Page<File>>(`/v1/labs/${lab.oclId}/files?accessLevel=ADMIN`);
    const file = await read<File>(`/v1/labs/${lab.oclId}/files/secret.txt`);
    for (const shown of [...nodes, file]) {
      expect(shown).toMatchObject({ path: 'secret.txt', accessLevel: 'ADMIN', downloadUrl: null });
      expect(JSON.parse(shown.encryptionMetadata?.accessControlConditions ?? '')).not.toEqual([]);
      expect(JSON.stringify(shown)).not.toContain(secretKey);
      expect(shown.encryptionMetadata).not.toHaveProperty('contentHash');
    }
    expect(file.versions).toMatchObject([{ downloadUrl: null }]);
    expect(await refused(`/v1/labs/${lab.oclId}/content/secret.txt`)).toEqual([
      403,
      'ACCESS_CONDITIONS_NOT_MET',
    ]);
  });

  test('a version that was encrypted stays so after a public one', async () => {
    const { datasetId: ref } = await uploadSecret(service, lab, 'the draft', { path: 'draft.txt' });
    await uploadFile(service, lab, 'the paper', { ref });
    const file = await read<File>(`/v1/labs/${lab.oclId}/files/draft.txt`);
    expect(file.versions.map(({ downloadUrl }) => downloadUrl === null)).toEqual([false, true]);
    const content = `/v1/labs/${lab.oclId}/content/draft.txt`;
    expect([(await get(content)).status, (await get(`${content}?version=1`)).status]).toEqual([302, 403]);
  });

  test('a token that is sent changes nothing', async () => {
    const headers = { 'x-service-token': lab.token, authorization: service.credential };
    const response = await get(`/v1/labs/${lab.oclId}/files/secret.txt`, headers, peer);
    expect(await response.json()).toMatchObject({ downloadUrl: null });
  });
});

describe('every answer', () => {
  test('can be cached, of labs for 30 seconds, of files if it is asked for again, and read by pages of any origin', async () => {
    const preflight = await fetch(`${service.url}/v1/labs`, { method: 'OPTIONS' });
    for (const [path, cached] of [
      ['/v1/labs', 'public, max-age=30'],
      [`/v1/labs/${lab.oclId}/files`, 'public, no-cache'],
      [`/v1/labs/${lab.oclId}/token`, 'public, no-cache'],
      [`/v1/labs/${lab.oclId}/activity`, 'public, no-cache'],
      ['/v1/activity', 'public, no-cache'],
    ] as const) {
      const { headers } = await get(path, { origin: 'https://elsewhere.example' });
      expect(headers.get('cache-control')).toBe(cached);
      expect(Number(headers.get('age'))).toBeLessThanOrEqual(10);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  test('is 304 for a client that has it, with and without gzip, by tag or by date', async () => {
    const path = `/v1/labs/${lab.oclId}`;
    const plain = await get(path);
    const zipped = await get(path, { 'accept-encoding': 'gzip' });
    expect(await zipped.text()).toBe(await plain.text());
    expect(zipped.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    const since = plain.headers.get('last-modified') ?? '';
    expect(Math.abs(Date.parse(since) - Date.parse(plain.headers.get('date') ?? ''))).toBeLessThan(300_000);
    const status = async (headers: Record<string, string>) => (await get(path, headers)).status;
    expect(await status({ 'if-none-match': plain.headers.get('etag') ?? '' })).toBe(304);
    const tag = zipped.headers.get('etag') ?? '';
    expect(await status({ 'if-none-match': tag, 'accept-encoding': 'gzip' })).toBe(304);
    expect(await status({ 'if-modified-since': since })).toBe(304);
    // The tag decides (RFC 9110, 13.1.3).
    expect(await status({ 'if-none-match': '"other"', 'if-modified-since': since })).toBe(200);
    const head = await fetch(service.url + path, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
      200,
      plain.headers.get('etag'),
      '',
    ]);
  });

  test('names no file that was trashed or deleted before it was asked for', async () => {
    const owned = await registeredLab(service);
    const { oclId } = owned;
    const paths = ['kept.txt', 'trashed.txt', 'deleted.txt'];
    for (const path of paths) await uploadFile(service, owned, `bytes of ${path}`, { path });
    const named = async () => {
      const answers = await Promise.all(
        [`labs/${oclId}/files`, `labs/${oclId}/activity`, `activity?oclId=${oclId}`].map((path) =>
          get(`/v1/${path}`),
        ),
      );
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      return {
        found: paths.filter((path) => texts[0]?.includes(path)),
        tag: answers[0]?.headers.get('etag'),
      };
    };
    const before = await named();
    expect(before.found).toEqual(paths);
    expect((await trashFile(service, owned, 'trashed.txt')).error).toBeNull();
    expect((await named()).found).toEqual(['kept.txt', 'deleted.txt']);
    expect((await get(`/v1/labs/${oclId}/files/trashed.txt`)).status).toBe(404);
    expect((await deleteFile(service, owned, 'deleted.txt')).error).toBeNull();
    expect((await named()).found).toEqual(['kept.txt']);
    const again = await get(`/v1/labs/${oclId}/files`, { 'if-none-match': before.tag ?? '' });
    expect(again.status).toBe(200);
    const same = { 'if-none-match': again.headers.get('etag') ?? '' };
    expect((await get(`/v1/labs/${oclId}/files`, same)).status).toBe(304);
  });

  test('of a process that kept none shows a change at once, with another tag', async () => {
    const { datasetId: ref } = await uploadFile(service, lab, 'bytes', {
      path: 'changing.txt',
      description: 'Before',
    });
    const path = `/v1/labs/${lab.oclId}/files/changing.txt`;
    const before = await get(path);
    await updateFile(service, lab, { ref, description: 'After' });
    const after = await get(path, { 'if-none-match': before.headers.get('etag') ?? '' }, peer);
    expect([after.status, await after.json()]).toMatchObject([200, { description: 'After' }]);
  });
});

describe('refused with a reason', () => {
  const unknown = `0x0101${'00'.repeat(9)}07${'ab'.repeat(20)}`;
  test.each([
    [
      '/v1/labs?walletAddress=0x1',
      400,
      'There is no parameter "walletAddress". Send search, verified, readiness, order, page, perPage or none.',
    ],
    ['/v1/labs?page=0&page=1', 400, 'Send the parameter "page" once.'],
    ['/v1/labs?page=first', 400, 'The parameter "page" must be a whole number.'],
    ['/v1/labs?verified=yes', 400, 'The parameter "verified" must be true or false.'],
    [
      '/v1/labs?order=BEST',
      400,
      expect.stringContaining('The parameter "order" must be one of LATEST_CONTRIBUTION,'),
    ],
    ['/v1/labs?readiness=1,x', 400, 'The parameter "readiness" must be a whole number.'],
    ['/v1/labs/0x01', 400, 'INVALID_OCL_ID'],
    [`/v1/labs/${unknown}?oclId=1`, 400, 'The path has the parameter "oclId" already.'],
    [`/v1/labs/${unknown}`, 404, 'No lab with this oclId is registered. Check the id.'],
    [`/v1/labs/${unknown}/files`, 404, 'No lab with this oclId is registered. Check the id.'],
    [`/v1/labs/${unknown}/activity`, 404, 'OCL_NOT_FOUND'],
    [`/v1/labs/${unknown}/content/x?version=0`, 400, expect.stringContaining('version')],
    ['/v1/activity?after=99999999999', 400, 'INVALID_CURSOR'],
    ['/v1/nothing', 404, expect.stringContaining('GET / describes this service.')],
  ])('%s', async (path, status, reason) => {
    expect(await refused(path)).toEqual([status, reason]);
  });

  test('a method that writes: 405', async () => {
    const response = await fetch(`${service.url}/v1/labs`, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('beyond local', async () => {
  const limited = await openTestService({
    environment: 'production',
    variables: { RATE_LIMIT_PER_ADDRESS: '3', TRUSTED_PROXIES: '127.0.0.1' },
  });

  test('an address has a bucket, from which only answers that must be read take; others have their own', async () => {
    const ask = async (path: string, address: string) => {
      const { status, headers } = await get(path, { 'x-forwarded-for': address }, limited);
      // A cache would tell others what is left to this address.
      expect(headers.has('ratelimit')).toBe(status === 429);
      return status === 429 ? [status, Number(headers.get('retry-after')) > 0] : status;
    };
    const [one, other] = ['203.0.113.1', '203.0.113.2'];
    const searches = ['a', 'b', 'c', 'd'].map((text) => `/v1/labs?search=${text}`);
    expect(await Promise.all(searches.slice(0, 3).map((path) => ask(path, one)))).toEqual([200, 200, 200]);
    expect(await ask(searches[3] ?? '', one)).toEqual([429, true]);
    // What the process has costs nothing.
    expect(await ask(searches[0] ?? '', one)).toBe(200);
    expect(await ask(searches[3] ?? '', other)).toBe(200);
    expect(await ask('/v1/activity', other)).toBe(200);
  });
});
