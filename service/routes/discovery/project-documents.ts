import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { onlyPublicReads, renderDocument, sendDocument } from '../http/public-document.ts';
import type { ServiceDescription } from './describe-service.ts';
import type { DocumentEntry } from './document-entry.ts';

const folder = new URL('../../../docs/', import.meta.url);
/** Where the documents of the project are served, with the paths that they have in it. */
const DOCS = 'docs';

/** Pages that the web app serves, for this installation. */
const isGuide = (path: string) => path.startsWith('developers/');

const paths: ReadonlySet<string> = new Set(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !isGuide(path)),
);

/** The specification, which leads to all other documents of the project. */
export function specificationEntry(service: Pick<ServiceDescription, 'guideUrl'>): DocumentEntry {
  const path = 'specification/README.md';
  return {
    path: `/${DOCS}/${path}`,
    title: 'Specification: what the service guarantees, page by page',
    representations: [{ type: 'text/markdown; charset=utf-8', render: () => textOf(path, service) }],
  };
}

/** Serves the other documents of the project, which the specification, the schema and the pages for developers name. */
export function projectDocumentRoutes(
  app: FastifyInstance,
  service: Pick<ServiceDescription, 'guideUrl'>,
): void {
  for (const path of [`/${DOCS}/:file`, `/${DOCS}/:folder/:file`])
    app.all<{ Params: { folder?: string; file: string } }>(
      path,
      { onRequest: onlyPublicReads },
      async (request, reply) => {
        const { folder: inner, file } = request.params;
        const name = inner === undefined ? file : `${inner}/${file}`;
        if (!paths.has(name)) return reply.callNotFound();
        reply.headers({ 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' });
        const document = await renderDocument('text/markdown; charset=utf-8', textOf(name, service));
        return sendDocument(request, reply, document);
      },
    );
}

/** A document whose links lead to what is served; of the others the text stays. */
function textOf(path: string, { guideUrl }: Pick<ServiceDescription, 'guideUrl'>): string {
  const text = readFileSync(new URL(path, folder), 'utf8');
  return text.replace(/!?\[([^[\]\n]*)\]\(([^()\s]+)\)/g, (link, label: string, target: string) => {
    if (/^(https?:|mailto:|#)/.test(target)) return link;
    const [file = '', anchor = ''] = target.split(/(?=#)/);
    const found = posix.normalize(posix.join(posix.dirname(path), file));
    if (paths.has(found)) return link;
    return isGuide(found) ? `[${label}](${guideUrl}/${found.slice('developers/'.length)}${anchor})` : label;
  });
}
