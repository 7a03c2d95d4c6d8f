import { DecryptDataKeyDocument } from '@labroom/client/documents';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { textOf } from '@labroom/testing/test-client.ts';

/** What requests are about. */
export interface Place {
  serviceUrl: string;
  webUrl: string;
  /** A consumer credential that a wallet issued itself. */
  credential: string;
  oclId: string;
  /** An encrypted file with eight conditions. */
  secretPath: string;
  wallet: string;
}

/** A request without an operator's credential and without a session. `n` is another number each time, so that nothing is answered from a cache. */
export interface GuestRequest {
  name: string;
  surface: 'service' | 'web';
  send(
    place: Place,
    n: number,
  ): { url: string; init?: { method?: string; headers?: Record<string, string>; body?: string } };
}

const json = { 'content-type': 'application/json' };
const agent = {
  ...json,
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};
const UNKNOWN_LAB = encodeOclId({ tokenId: 2n ** 80n - 1n, account: `0x${'1a'.repeat(20)}` });

const gateway = (path: string, body: (place: Place, n: number) => string) => (place: Place, n: number) => ({
  url: `${place.serviceUrl}/local/x402/${path}`,
  init: { method: 'POST', headers: json, body: body(place, n) },
});
const graphql =
  (query: (n: number, place: Place) => string, variables: (n: number, place: Place) => string = () => '{}') =>
  (place: Place, n: number) => ({
    url: `${place.serviceUrl}/graphql`,
    init: {
      method: 'POST',
      headers: { ...json, authorization: place.credential },
      body: `{"query":${JSON.stringify(query(n, place))},"variables":${variables(n, place)}}`,
    },
  });
const tool = (name: string, args: (place: Place, n: number) => object) => (place: Place, n: number) => ({
  url: `${place.serviceUrl}/mcp`,
  init: {
    method: 'POST',
    headers: agent,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: n,
      method: name ? 'tools/call' : 'tools/list',
      params: name ? { name, arguments: args(place, n) } : {},
    }),
  },
});
const page =
  (path: (place: Place, n: number) => string, headers: Record<string, string> = {}) =>
  (place: Place, n: number) => ({
    url: place.webUrl + path(place, n),
    init: { headers },
  });
const open = (path: (place: Place, n: number) => string) => (place: Place, n: number) => ({
  url: place.serviceUrl + path(place, n),
});

const decrypt = (place: Place) => ({ oclId: place.oclId, filePath: place.secretPath });
const misspelt = (n: number) =>
  Array.from({ length: 32 }, (_, at) => `wrod${n % 1_000}xq${at}lette`).join(' ');
const values = `[${'1,'.repeat(65_000)}1]`;
const keys = (n: number) => `{${Array.from({ length: 30_000 }, (_, at) => `"k${n}_${at}":1`).join(',')}}`;
const nested = `[${`${'['.repeat(60)}${']'.repeat(60)},`.repeat(480)}1]`;

/** What was dear when it was measured, most of all first, and each way to reach what is dear. */
export const guestRequests: readonly GuestRequest[] = [
  {
    name: 'quote with 900,000 brackets, unpaid',
    surface: 'service',
    send: gateway(
      'labs/createAnnouncement',
      () => `{"query":"{labs{totalCount}}","variables":{"a":${'['.repeat(900_000)}}}`,
    ),
  },
  {
    name: 'quote with 65,000 values, unpaid',
    surface: 'service',
    send: gateway(
      'labs/createAnnouncement',
      () => `{"query":"mutation{createAnnouncement{message}}","variables":{"a":${values}}}`,
    ),
  },
  {
    name: 'quote with a text of 1.9 MB, unpaid',
    surface: 'service',
    send: gateway('labs/createAnnouncement', (place, n) =>
      JSON.stringify({
        query: 'mutation($o:String!,$b:String!){createAnnouncement(oclId:$o,headline:"h",body:$b){message}}',
        variables: { o: UNKNOWN_LAB, b: `${n}${'x'.repeat(1_900_000)}` },
        payerAddress: place.wallet,
      }),
    ),
  },
  {
    name: 'finish with 1 MiB of text, unpaid',
    surface: 'service',
    send: gateway('labs/finishCreateOrUpdateFile', (place, n) =>
      JSON.stringify({
        query:
          'mutation($o:String!,$t:String!){finishCreateOrUpdateFile(oclId:$o,uploadToken:"x",path:"a",changeBy:"0x",contentText:$t){message}}',
        variables: { o: UNKNOWN_LAB, t: `${n}${'y '.repeat(500_000)}` },
        payerAddress: place.wallet,
      }),
    ),
  },
  {
    name: 'journey of 16 key releases, unpaid',
    surface: 'service',
    send: gateway('journeys', (place) =>
      JSON.stringify({
        calls: Array.from({ length: 16 }, () => ({ mutation: 'decryptDataKey', variables: decrypt(place) })),
        payerAddress: place.wallet,
      }),
    ),
  },
  {
    name: 'foresee with eight conditions',
    surface: 'service',
    send: gateway('labs/decryptDataKey/foresee', (place) =>
      JSON.stringify({
        query: textOf(DecryptDataKeyDocument),
        variables: decrypt(place),
        payerAddress: place.wallet,
      }),
    ),
  },
  {
    name: 'credential with a signature of a contract',
    surface: 'service',
    send: (place, n) => ({
      url: `${place.serviceUrl}/credentials`,
      init: {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          input: {
            walletAddress: `0x${(n + 4_096).toString(16).padStart(40, '0')}`,
            label: 'guest',
            issuedAt: new Date().toISOString(),
          },
          signature: `0x${'ab'.repeat(9_000)}`,
        }),
      },
    }),
  },
  {
    name: 'registration of a program, 30 kB',
    surface: 'service',
    send: (place, n) => ({
      url: `${place.serviceUrl}/oauth/register`,
      init: {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          client_name: `guest ${n}`,
          redirect_uris: Array.from(
            { length: 600 },
            (_, at) => `http://127.0.0.1:${n % 999}/${at}/${'x'.repeat(20)}`,
          ),
        }),
      },
    }),
  },
  {
    name: 'body of 900,000 brackets',
    surface: 'service',
    send: graphql(
      () => '{labs{totalCount}}',
      () => `{"a":${'['.repeat(900_000)}}`,
    ),
  },
  {
    name: 'body of 30,000 keys',
    surface: 'service',
    send: graphql(
      () => '{labs{totalCount}}',
      (n) => `{"a":${keys(n)}}`,
    ),
  },
  {
    name: 'body of 480 nested arrays',
    surface: 'service',
    send: graphql(
      () => '{labs{totalCount}}',
      () => `{"a":${nested}}`,
    ),
  },
  {
    name: 'document with a string of 1.9 MB',
    surface: 'service',
    send: graphql((n) => `{searchLabs(prompt:"${n}${'x'.repeat(1_900_000)}"){totalCount}}`),
  },
  {
    name: 'document with a block string of 1.9 MB',
    surface: 'service',
    send: graphql((n) => `{searchLabs(prompt:"""${n}${'\\n '.repeat(900_000)}"""){totalCount}}`),
  },
  {
    name: 'search of 32 misspelt words',
    surface: 'service',
    send: graphql(
      () => 'query($p:String!){searchLabs(prompt:$p,perPage:100){totalCount nodes{__typename}}}',
      (n) => JSON.stringify({ p: misspelt(n) }),
    ),
  },
  {
    name: '590 unknown fields',
    surface: 'service',
    send: graphql((n) => `{${Array.from({ length: 590 }, (_, at) => `unknown${n}x${at}`).join(' ')}}`),
  },
  {
    name: '20 aliases of a page of labs',
    surface: 'service',
    send: graphql(
      (n) =>
        `{${Array.from({ length: 20 }, (_, at) => `a${at}:labs(page:${(n + at) % 9},perPage:10){nodes{oclId name shortname}}`).join(' ')}}`,
    ),
  },
  {
    name: 'introspection',
    surface: 'service',
    send: graphql(
      (n) =>
        `query Q${n}{__schema{types{name description fields{name description args{name type{name ofType{name}}}type{name ofType{name ofType{name}}}}}}}`,
    ),
  },
  {
    name: 'feed of all labs',
    surface: 'service',
    send: graphql(
      (n) =>
        `query Q${n % 4_000}{activities(perPage:100){activities{__typename ... on LabEventAnnouncement{announcement{headline body}}}}}`,
    ),
  },
  {
    name: 'page of 200 files',
    surface: 'service',
    send: graphql(
      (n) =>
        `query Q${n % 4_000}($o:String!){labWithDataRoomAndFiles(oclId:$o){dataRoom{filesPage(perPage:200){nodes{path name contentType tags categories description versions{version}}}}}}`,
      (_, { oclId }) => JSON.stringify({ o: oclId }),
    ),
  },
  {
    name: 'columns of 20,000 files',
    surface: 'service',
    send: graphql(
      (n) =>
        `query Q${n % 4_000}($o:String!){labWithDataRoomAndFiles(oclId:$o){dataRoom{fileColumns{paths}}}}`,
      (_, { oclId }) => JSON.stringify({ o: oclId }),
    ),
  },
  { name: 'MCP tools/list', surface: 'service', send: tool('', () => ({})) },
  { name: 'MCP open_lab', surface: 'service', send: tool('open_lab', ({ oclId }) => ({ lab: oclId })) },
  {
    name: 'MCP search',
    surface: 'service',
    send: tool('search', (_, n) => ({ words: misspelt(n).slice(0, 200) })),
  },
  { name: 'MCP orient', surface: 'service', send: tool('orient', ({ wallet }) => ({ wallet })) },
  {
    name: 'files by /v1',
    surface: 'service',
    send: open(({ oclId }, n) => `/v1/labs/${oclId}/files?page=${n % 50}&perPage=200`),
  },
  { name: 'labs by /v1', surface: 'service', send: open((_, n) => `/v1/labs?page=${n % 50}&perPage=100`) },
  { name: 'description for OpenAPI', surface: 'service', send: open(() => '/openapi.json') },
  { name: 'front page', surface: 'web', send: page((_, n) => `/?n=${n}`) },
  { name: 'page of a lab', surface: 'web', send: page(({ oclId }, n) => `/labs/${oclId}?n=${n}`) },
  { name: 'page of files', surface: 'web', send: page(({ oclId }, n) => `/labs/${oclId}/files?n=${n}`) },
  { name: 'page of members', surface: 'web', send: page(({ oclId }, n) => `/labs/${oclId}/members?n=${n}`) },
  { name: 'page of activity', surface: 'web', send: page((_, n) => `/activity?n=${n}`) },
  {
    name: 'page of a search of misspelt words',
    surface: 'web',
    send: page((_, n) => `/search?q=${encodeURIComponent(misspelt(n))}`),
  },
  {
    name: 'reference of an operation',
    surface: 'web',
    send: page((_, n) => `/developers/reference/file-upload-flow?n=${n}`),
  },
  { name: 'page of checks', surface: 'web', send: page((_, n) => `/verify?n=${n}`) },
  { name: 'page that is not there', surface: 'web', send: page((_, n) => `/none/${n}`) },
  { name: 'social card of a lab', surface: 'web', send: page(({ oclId }, n) => `/cards/${oclId}?n=${n}`) },
  {
    name: 'feed as Atom',
    surface: 'web',
    send: page(({ oclId }, n) => `/labs/${oclId}/activity/atom.xml?n=${n}`),
  },
  {
    name: 'search as Atom',
    surface: 'web',
    send: page((_, n) => `/search/atom.xml?q=${encodeURIComponent(misspelt(n))}`),
  },
  { name: 'map of the site', surface: 'web', send: page((_, n) => `/sitemap.xml?n=${n}`) },
  {
    name: 'pictures of marks',
    surface: 'web',
    send: page((_, n) => `/marks/1/labs/0x${(n + 1).toString(16).padStart(64, '0')}/banner.svg`),
  },
  {
    name: 'call of the web app with 60,000 brackets',
    surface: 'web',
    send: (place) => ({
      url: `${place.webUrl}/api/graphql`,
      init: {
        method: 'POST',
        headers: { ...json, origin: place.webUrl, 'sec-fetch-site': 'same-origin' },
        body: `{"query":"","variables":{"a":${'['.repeat(60_000)}}}`,
      },
    }),
  },
];
