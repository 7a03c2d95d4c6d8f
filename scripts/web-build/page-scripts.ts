import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** Scripts that a page loads before it is interactive. */
export interface PageScripts {
  route: string;
  /** Sum of the gzipped bytes of the files. */
  bytes: number;
}

const statsSchema = z.array(z.object({ route: z.string(), firstLoadChunkPaths: z.array(z.string()) }));
const buildSchema = z.object({ rootMainFiles: z.array(z.string()).min(1) });
const manifestSchema = z.record(
  z.string(),
  z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) }),
);

/**
 * The scripts of every page of a Next build, from its manifests. `.next/diagnostics/route-bundle-stats.json` lists the
 * scripts in the page's HTML; later imports on demand are not counted.
 */
export async function readPageScripts(buildDirectory: string): Promise<PageScripts[]> {
  const stats = statsSchema.parse(
    JSON.parse(await readFile(path.join(buildDirectory, 'diagnostics/route-bundle-stats.json'), 'utf8')),
  );
  return Promise.all(
    stats.map(async ({ route, firstLoadChunkPaths }) => {
      // The paths are relative to the project, from which the build can have been moved.
      const files = firstLoadChunkPaths.map((file) => file.replace(/^.*?\/(?=static\/)/, ''));
      return { route, bytes: await gzippedBytes(buildDirectory, files) };
    }),
  );
}

/**
 * The scripts of an empty page of the same build: `/_global-error`, which Next builds without code of the app and its
 * layout.
 */
export async function readEmptyPageScripts(buildDirectory: string): Promise<number> {
  const { rootMainFiles } = buildSchema.parse(
    JSON.parse(await readFile(path.join(buildDirectory, 'build-manifest.json'), 'utf8')),
  );
  const file = path.join(buildDirectory, 'server/app/_global-error/page_client-reference-manifest.js');
  // The manifest is a script that assigns to one property of the global object.
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
