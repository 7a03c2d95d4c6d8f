import { z } from 'zod';

/** What `packages.json` of built packages says: each tarball with its hashes, and what they were built from. */
export const packageListSchema = z.object({
  /** Of the repository; `null` where the sources were in none. */
  commit: z.string().nullable(),
  /** Hash of the sources, hex. */
  sources: z.string(),
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      /** Name of the tarball. */
      file: z.string().regex(/^[a-z0-9][a-z0-9.-]*\.tgz$/),
      bytes: z.number(),
      /** Lowercase hex. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** As lockfiles of npm have it: `sha512-` and Base64. */
      integrity: z.string(),
    }),
  ),
});

export type PackageList = z.output<typeof packageListSchema>;
