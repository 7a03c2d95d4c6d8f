import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** What a page of a build makes a browser load before it is live. */
export interface PageScripts {
  route: string;
  /** Gzipped bytes, one file after the other. */
  bytes: number;
}

const statsSchema = z.array(z.object({ route: z.string(), firstLoadChunkPaths: z.array(z.string()) }));
const buildSchema = z.object({ rootMainFiles: z.array(z.string()).min(1) });
const manifestSchema = z.record(
  z.string(),
  z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) }),
);

/**
 * The scripts of every page of a Next build, from its own manifests. `.next/diagnostics/route-bundle-stats.json` names
 * the files that come with the page's HTML; what is imported later, on demand, is not counted.
 */
export async function readPageScripts(buildDirectory: string): Promise<PageScripts[]> {
  const stats = statsSchema.parse(
    JSON.parse(await readFile(path.join(buildDirectory, 'diagnostics/route-bundle-stats.json'), 'utf8')),
  );
  return Promise.all(
    stats.map(async ({ route, firstLoadChunkPaths }) => {
      // They are written as seen from the project, which the build need not lie in any more.
      const files = firstLoadChunkPaths.map((file) => file.replace(/^.*?\/(?=static\/)/, ''));
      return { route, bytes: await gzippedBytes(buildDirectory, files) };
    }),
  );
}

/**
 * The scripts of an empty page of the same build: of `/_global-error`, which Next makes without anything of the app, not
 * even its layout.
 */
export async function readEmptyPageScripts(buildDirectory: string): Promise<number> {
  const { rootMainFiles } = buildSchema.parse(
    JSON.parse(await readFile(path.join(buildDirectory, 'build-manifest.json'), 'utf8')),
  );
  const file = path.join(buildDirectory, 'server/app/_global-error/page_client-reference-manifest.js');
  // A script that assigns to one property of the global object.
  const context: { __RSC_MANIFEST?: unknown } = {};
  runInNewContext(`var globalThis = this;${await readFile(file, 'utf8')}`, context);
  const manifest = manifestSchema.parse(JSON.parse(JSON.stringify(context.__RSC_MANIFEST)));
  const entries = Object.values(manifest).flatMap(({ entryJSFiles }) => Object.values(entryJSFiles).flat());
  if (entries.length === 0) throw new Error(`${file} names no scripts`);
  return gzippedBytes(buildDirectory, [...rootMainFiles, ...entries]);
}

/** The size of files of a build, each once and gzipped by itself. */
export async function gzippedBytes(buildDirectory: string, files: readonly string[]): Promise<number> {
  const sizes = [...new Set(files)].map(
    async (file) => gzipSync(await readFile(path.join(buildDirectory, file))).length,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
