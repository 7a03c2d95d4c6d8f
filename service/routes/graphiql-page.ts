import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from './http/conditional.ts';

/** The page to try the API. One self-contained document, which sends requests to this service only. */
interface GraphiQLPage {
  html: string;
  /** The compressed page, a quarter of the size. */
  gzipped: Buffer;
  policy: string;
}

const title = 'Labroom API';
/** Requests need a credential, which the user enters here. It is not stored. */
const headers = JSON.stringify({ Authorization: '' }, null, 2);
const query = `# Put your consumer credential into the headers below,
# then fetch the schema again: the arrows, bottom left.
query Labs {
  labs(perPage: 5) {
    totalCount
    nodes {
      oclId
      name
    }
  }
}
`;

/** Whether a browser requests the page, and not a program. */
export function wantsGraphiQL({ method, headers: { accept } }: FastifyRequest): boolean {
  const types = (accept ?? '').split(',').map((entry) => entry.split(';', 1)[0]?.trim().toLowerCase());
  return method === 'GET' && types.includes('text/html');
}

let page: Promise<GraphiQLPage> | undefined;

/** Sends the page. It has nine megabytes, so it is built on first use and then cached. */
export async function sendGraphiQL(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  page ??= makePage();
  const { html, gzipped, policy } = await page;
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, vary: 'accept, accept-encoding' });
  return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(html);
}

async function makePage(): Promise<GraphiQLPage> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const options = {
    title,
    headers,
    defaultQuery: query,
    shouldPersistHeaders: false,
    favicon: 'data:,',
    logo: '',
    endpoint: '/graphql',
  };
  const html = renderGraphiQL(options);
  return { html, gzipped: await promisify(gzip)(html), policy: policyOf(html) };
}

/**
 * Allows the page's own script by its hash, workers created by it, and requests to this service. Its editor sets styles
 * at run time, so they cannot be hashed; without a script they affect only this page.
 */
function policyOf(html: string): string {
  const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'));
  // The hash that browsers compute: their parser normalizes line ends first.
  const hash = createHash('sha256').update(script.replace(/\r\n?/g, '\n')).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
