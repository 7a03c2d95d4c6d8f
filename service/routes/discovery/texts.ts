import { developerPages } from '@labroom/protocol/developer-pages';
import type { ServiceDescription } from './describe-service.ts';
import type { DocumentEntry } from './document-entry.ts';

/** `/`: links to everything else. */
export function rootDocument(service: ServiceDescription, documents: readonly DocumentEntry[]) {
  const { url, chain } = service;
  return {
    name: service.name,
    summary: service.summary,
    version: service.version,
    environment: service.environment,
    chainId: chain.id,
    documentation: service.guideUrl,
    graphql: {
      url: `${url}/graphql`,
      methods: ['POST', 'GET (queries)'],
      schema: `${url}/schema.graphql`,
      credential: CREDENTIAL,
      wallet: WALLET,
    },
    publicData: service.publicData.map(({ name, path, summary, parameters }) => ({
      name,
      url: `${url}${path}${templateOf(parameters)}`,
      summary,
    })),
    credentials: { url: `${url}/credentials`, methods: ['GET', 'POST'] },
    events: { url: `${url}/events`, type: 'text/event-stream', credential: CREDENTIAL },
    gateway: {
      payment: PAYMENT,
      foresee: FORESEE,
      journeys: { url: `${url}${service.journeysPath}`, description: JOURNEYS },
      calls: service.paidCalls.map((call) => ({
        mutation: call.mutation,
        method: 'POST',
        url: call.url,
        price: call.price,
        schema: url + call.schemaPath,
      })),
    },
    mcp: { url: `${url}/mcp`, description: MCP },
    health: { url: `${url}/health`, ready: `${url}/ready` },
    documents: documents
      .filter(({ path }) => path !== '/')
      .map(({ path, title, representations: [{ type }] }) => ({ url: url + path, type, title })),
  };
}

const CREDENTIAL =
  'Send a consumer credential in Authorization, without Bearer. A wallet issues itself one: GET /credentials says what it signs.';
const WALLET =
  'Calls in the name of a wallet also need a service token in X-Service-Token: sign the text of getServiceSignInMessage, and send the signature to generateServiceToken.';
const MCP =
  'Tools for agents (Model Context Protocol, Streamable HTTP), without a credential: orient, search, open_lab, read_file, explain_access, foresee, put_file, prepare_mint, prepare_grant, prepare_extend, prepare_revoke, prepare_tokenize, and the paid calls. paid_calls needs the signature of a person (OAuth).';
const FORESEE =
  'POST the body of a paid call with payerAddress to its URL and /foresee: whether it would run, what fails, and who could change that. Free, without a credential.';
const JOURNEYS =
  'Up to 16 calls for one payment: POST calls and payerAddress. The answer to the payment opens the calls.';
const PAYMENT =
  'No credential is needed: send the call, sign the requirements of the 402 response (x402 2), and repeat it with Payment-Signature.';

/** Query parameters in the form of RFC 6570, e.g. `{?page,perPage}`. */
function templateOf(parameters: ServiceDescription['publicData'][number]['parameters']): string {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return names.length > 0 ? `{?${names.join(',')}}` : '';
}

/** `/` for people and language models. */
export function rootMarkdown(service: ServiceDescription, documents: readonly DocumentEntry[]): string {
  const root = rootDocument(service, documents);
  return [
    ...heading(service),
    '## Call it',
    '',
    `- GraphQL: \`POST ${root.graphql.url}\`. ${CREDENTIAL}`,
    `- Wallets: ${WALLET}`,
    `- Events: \`GET ${root.events.url}\`, server-sent events, with the same credential.`,
    `- Paid calls: ${PAYMENT}`,
    `- Before you pay: ${FORESEE}`,
    `- MCP: \`${root.mcp.url}\`. ${MCP}`,
    '',
    ...section('Public data, without a credential', root.publicData.map(publicLine)),
    ...section('Paid calls', service.paidCalls.map(paidCallLine(service))),
    ...section('Documents', documents.filter(({ path }) => path !== '/').map(documentLine(service))),
    `Documentation: ${service.guideUrl}`,
    '',
  ].join('\n');
}

/** `/llms.txt`: as `/`, with every operation. */
export function llmsText(service: ServiceDescription, documents: readonly DocumentEntry[]): string {
  const { chain, operations } = service;
  const groups = Map.groupBy(operations, ({ group }) => group);
  return [
    rootMarkdown(service, documents),
    '## Guide',
    '',
    ...developerPages.map(
      ({ name, title, summary }) => `- [${title}](${service.guideUrl}/${name}.md): ${summary}`,
    ),
    `- [All operations](${service.guideUrl}/reference.md): each with arguments, errors and examples.`,
    '',
    '## Contracts',
    '',
    `Chain ${chain.id} (${chain.title}). [Addresses, ABIs and templates of access conditions](${service.url}/contracts.json).`,
    'A lab is minted by `OnChainLabFactory.mintAndCreateAccount(to)` with exactly `LabNFT.mintFeeWei()`, and registered by `createLab`.',
    '',
    '## Operations',
    '',
    'Who may call: CONSUMER needs the credential only; the others also need a proved wallet, some with a role in the lab.',
    '',
    ...[...groups].flatMap(([group, members]) => [
      `### ${group}`,
      '',
      ...members.map(
        ({ name, kind, access, isPaid, summary }) =>
          `- \`${name}\` (${[kind, access, ...(isPaid ? ['also paid'] : [])].join(', ')}): ${summary}`,
      ),
      '',
    ]),
  ].join('\n');
}

/** `/` for browsers. */
export function rootHtml(service: ServiceDescription, documents: readonly DocumentEntry[]): string {
  const link = (href: string, text = href) => `<a href="${escaped(href)}">${escaped(text)}</a>`;
  const item = (...parts: string[]) => `<li>${parts.join(' ')}</li>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${service.name} API, ${service.environment}`)}</title>
<h1>${escaped(`${service.name} API, ${service.environment}`)}</h1>
<p>${escaped(service.summary)}</p>
<p>${link(service.guideUrl, 'Documentation')}</p>
<h2>Documents</h2>
<ul>
${documents.map(({ path, title }) => item(link(path), escaped(title))).join('\n')}
</ul>
<h2>Public data, without a credential</h2>
<ul>
${service.publicData.map(({ path, summary }) => item(path.includes('{') ? escaped(path) : link(path), escaped(summary))).join('\n')}
</ul>
<h2>Paid calls</h2>
<ul>
${service.paidCalls.map(({ mutation, schemaPath, price }) => item(link(schemaPath, mutation), escaped(price))).join('\n')}
</ul>
</html>
`;
}

/** `/robots.txt`: documents of discovery and images may be indexed; the rest is for programs. */
export function robotsText(documents: readonly DocumentEntry[]): string {
  const allowed = documents.map(({ path }) => `Allow: ${path === '/' ? '/$' : path}`);
  return ['User-agent: *', ...allowed, 'Allow: /images/', 'Disallow: /', ''].join('\n');
}

/** RFC 9116 recommends less than a year. */
const SECURITY_DAYS = 360;

/** `/.well-known/security.txt` (RFC 9116). */
export function securityText({ securityContacts, startedAt, url }: ServiceDescription): string {
  const expires = new Date(startedAt.getTime() + SECURITY_DAYS * 86_400_000);
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${url}/.well-known/security.txt`,
    '',
  ].join('\n');
}

function heading({ name, summary, environment, version }: ServiceDescription): string[] {
  return [`# ${name}`, '', `> ${summary}`, '', `Environment ${environment}, version ${version}.`, ''];
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : [];
}

const documentLine =
  ({ url }: ServiceDescription) =>
  ({ path, title }: DocumentEntry) =>
    `- [${path}](${url}${path}): ${title}`;

const publicLine = ({ url, summary }: ReturnType<typeof rootDocument>['publicData'][number]) =>
  `- \`GET ${url}\`: ${summary}`;

const paidCallLine =
  ({ url }: ServiceDescription) =>
  ({ mutation, url: called, price, schemaPath }: ServiceDescription['paidCalls'][number]) =>
    `- \`POST ${called}\`, ${price}: [schemas of ${mutation}](${url}${schemaPath})`;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
