import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page to try the API in. Everything it needs is in its one document; it asks nobody but this service. */
interface GraphiQLPage {
  html: string;
  /** The same, a quarter of the bytes. */
  gzipped: Buffer;
  policy: string;
}

const title = 'Labroom API';
/** Nothing is sent in anybody's name until a credential stands here; it stays in the page and is not stored. */
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

/** Whether somebody with a browser asks, and not a program. */
export function wantsGraphiQL({ method, headers: { accept } }: FastifyRequest): boolean {
  const types = (accept ?? '').split(',').map((entry) => entry.split(';', 1)[0]?.trim().toLowerCase());
  return method === 'GET' && types.includes('text/html');
}

let page: Promise<GraphiQLPage> | undefined;

/** Sends the page. It is nine megabytes, so it is made when first wanted and then kept. */
export async function sendGraphiQL(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  page ??= makePage();
  const { html, gzipped, policy } = await page;
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, vary: 'accept, accept-encoding' });
  const encodings = String(request.headers['accept-encoding'] ?? '').split(',');
  const takesGzip = encodings.some((encoding) => encoding.trim().toLowerCase() === 'gzip');
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(html);
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
 * Allows the page's own script by its hash, workers that it makes of itself, and questions to this service. Styles are set
 * by its editor while it runs, so they cannot be hashed; without a script they reach nothing but this page.
 */
function policyOf(html: string): string {
  const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'));
  // What a browser hashes: its parser turns line ends into one kind first.
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
