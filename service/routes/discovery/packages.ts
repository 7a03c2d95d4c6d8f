import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackageList, packageListSchema } from '@labroom/protocol/package-list';
import type { FastifyInstance } from 'fastify';
import { onlyPublicReads } from '../http/public-document.ts';

export type ServedPackages = Pick<PackageList, 'commit' | 'packages'>;

/** Where the tarballs of packages are served. */
export const PACKAGES_PATH = '/packages';

/** The packages that `scripts/build-packages.ts` wrote to a folder; none where nothing was built. */
export async function readPackages(folder: string): Promise<ServedPackages> {
  const text = await readFile(join(folder, 'packages.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return text === null ? { commit: null, packages: [] } : packageListSchema.parse(JSON.parse(text));
}

/** Serves the tarballs by their names. */
export function packageRoutes(app: FastifyInstance, folder: string, { packages }: ServedPackages): void {
  app.all<{ Params: { file: string } }>(
    `${PACKAGES_PATH}/:file`,
    { onRequest: onlyPublicReads },
    async (request, reply) => {
      const found = packages.find(({ file }) => file === request.params.file);
      if (!found) return reply.callNotFound();
      const etag = `"${found.sha256}"`;
      reply.headers({ 'cache-control': 'public, max-age=300', etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('application/gzip').send(await readFile(join(folder, found.file)));
    },
  );
}

/** `/packages.json`: the tarballs with their hashes, and what they were built from. */
export function packagesDocument(url: string, { commit, packages }: ServedPackages) {
  return {
    commit,
    packages: packages.map(({ file, ...rest }) => ({ ...rest, url: `${url}${PACKAGES_PATH}/${file}` })),
  };
}

/** `/packages/SHA256SUMS`, as `sha256sum --check` reads it. */
export const checksums = ({ packages }: ServedPackages): string =>
  packages.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join('');
