import { post } from '@labroom/testing/test-client.ts';
import { TestAgent } from '@labroom/testing/test-mcp.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEveryCall } from './every-call.fixture.ts';

const service = await openTestService();
const { agent, lab, token } = await openEveryCall(service);
const long = `${'a'.repeat(70_000)} assay`;
await uploadFile(service, lab, long, { path: 'results/100% "é" #1.txt', tags: ['assay'] }, 'text/plain');
await uploadFile(
  service,
  lab,
  Buffer.from([0xff, 0x00]),
  { path: 'picture.png', tags: ['assay'] },
  'image/png',
);
afterAll(() => agent[Symbol.asyncDispose]());

interface Found {
  id: string;
  title: string;
  url: string;
  text: string;
  metadata: Record<string, string>;
}
const room = `labroom://labs/${lab.oclId}`;

describe('search and fetch', () => {
  test('have the form that chat products read, structured and as one text with the same JSON', async () => {
    const searched = await agent.client.callTool({ name: 'search', arguments: { query: 'assay' } });
    const { results, ...others } = searched.structuredContent as { results: Found[] };
    expect(others).toEqual({});
    expect(searched.content).toEqual([{ type: 'text', text: JSON.stringify(searched.structuredContent) }]);
    expect(new Set(results.map(({ metadata }) => metadata.kind))).toEqual(new Set(['file', 'announcement']));
    for (const { id, title, url } of results) {
      const fetched = await agent.client.callTool({ name: 'fetch', arguments: { id } });
      const found = fetched.structuredContent as unknown as Found;
      expect(fetched.content).toEqual([{ type: 'text', text: JSON.stringify(found) }]);
      expect(found).toEqual({ id, title, url, text: expect.any(String), metadata: expect.any(Object) });
      expect(Object.values(found.metadata).every((value) => typeof value === 'string')).toBe(true);
      expect(url.startsWith(`${service.context.config.http.webUrl}/labs/`)).toBe(true);
    }
  });

  test('find labs by their names, on the first page alone', async () => {
    const rename = `mutation { updateLabNftMetadata(oclId: "${lab.oclId}", input: { name: "Zephyrhall" }) { error { code } } }`;
    expect((await post(service, rename, {}, token)).body.data.updateLabNftMetadata.error).toBeNull();
    const labsOf = async (page: number) =>
      (await agent.call('search', { query: 'Zephyrhall', page })).said.results
        .filter(({ metadata }: Found) => metadata.kind === 'lab')
        .map(({ id }: Found) => id);
    expect(await labsOf(0)).toEqual([room]);
    expect(await labsOf(1)).toEqual([]);
  });

  test('give the beginning of a long text, and where read_file continues', async () => {
    const id = `${room}/files/results/100%25%20%22%C3%A9%22%20%231.txt`;
    const { said } = await agent.call('fetch', { id });
    expect(said.text).toBe('a'.repeat(65_536));
    expect(said.metadata).toMatchObject({ nextOffset: '65536', contentLength: String(long.length) });
    const { results } = (await agent.call('search', { query: 'results 100%' })).said;
    expect(results.map((found: Found) => found.id)).toContain(id);
  });

  test('give what is public about an encrypted file, and of bytes a link', async () => {
    const { said: secret } = await agent.call('fetch', { id: `${room}/files/secret.txt` });
    expect(secret.text).toMatch(/encrypted.*labroom mcp/s);
    expect(secret.text).not.toContain('83 %');
    const { said: picture } = await agent.call('fetch', { id: `${room}/files/picture.png` });
    const link = /http\S+/.exec(picture.text)?.[0] ?? '';
    expect(Buffer.from(await (await fetch(link)).arrayBuffer())).toEqual(Buffer.from([0xff, 0x00]));
  });

  test.each([
    'https://evil.example/',
    `${room}/files/nothing.txt`,
    `${room}/announcements/0`,
    'labroom://labs/no-such-lab',
    'labroom://paid-calls',
  ])('refuse %s', async (id) => {
    const { isError, said } = await agent.call('fetch', { id });
    expect([isError, said.code]).toEqual([true, expect.stringMatching(/^(NOT_FOUND|VALIDATION_FAILED)$/)]);
  });
});

describe.each([
  ['everyone', undefined],
  ['the wallet of a lab', token],
])('for %s', (_, bearer) => {
  let reader: TestAgent;
  beforeAll(async () => {
    reader = await new TestAgent().connect(service, bearer);
  });
  afterAll(() => reader[Symbol.asyncDispose]());
  const read = async (uri: string) => (await reader.client.readResource({ uri })).contents;

  test('labs, announcements and public files are resources by templates', async () => {
    const { resourceTemplates } = await reader.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'labroom://labs/{lab}',
      'labroom://labs/{lab}/files/{+path}',
      'labroom://labs/{lab}/announcements/{id}',
    ]);
    const uri = `${room}/files/open.csv`;
    expect(await read(uri)).toEqual([{ uri, mimeType: 'text/csv', text: 'time,signal\n0,0.12\n' }]);
    const bytes = `${room}/files/picture.png`;
    expect(await read(bytes)).toEqual([{ uri: bytes, mimeType: 'image/png', blob: '/wA=' }]);
    const named = `${room}/files/results/100%25%20%22%C3%A9%22%20%231.txt`;
    expect(await read(named)).toEqual([expect.objectContaining({ text: long })]);
    const [about] = await read(room);
    expect(JSON.parse(about && 'text' in about ? about.text : '')).toMatchObject({ oclId: lab.oclId });
    const { shortname } = (await reader.call('open_lab', { oclId: lab.oclId })).said.lab;
    expect(await read(`labroom://labs/${shortname}/files/open.csv`)).toHaveLength(1);
    const { results } = (await reader.call('search', { query: 'assay' })).said;
    const { id } = results.find(({ metadata }: Found) => metadata.kind === 'announcement');
    const [announced] = await read(id);
    expect(JSON.parse(announced && 'text' in announced ? announced.text : '')).toMatchObject({
      headline: 'Assay',
      body: 'Done.',
    });
  });

  test('the contents of an encrypted file are no resource', async () => {
    await expect(read(`${room}/files/secret.txt`)).rejects.toThrow(/encrypted/);
  });

  test.each([
    `${room}/files/nothing.txt`,
    `${room}/files/..%2f..%2fetc%2fpasswd`,
    `${room}/announcements/0`,
    'labroom://labs/no-such-lab',
    'labroom://labs/%ff',
    'file:///etc/passwd',
  ])('%s is refused', async (uri) => {
    await expect(read(uri)).rejects.toThrow();
  });
});

test('a public file of more than 1 MiB is refused with what to do', async () => {
  await uploadFile(service, lab, Buffer.alloc(1_048_577, 'a'), { path: 'large.txt' }, 'text/plain');
  const uri = `${room}/files/large.txt`;
  await expect(agent.client.readResource({ uri })).rejects.toThrow(/read_file/);
});
