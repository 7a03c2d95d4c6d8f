import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { FileCategory } from '#contract/schema.generated.ts';

const catalogueSchema = z.array(
  z.strictObject({ name: z.string().min(1).max(100), tags: z.array(z.string().min(1).max(100)) }),
);
let catalogue: Promise<FileCategory[]> | undefined;

/** The categories and tags that are offered for files: `file-categories.json`, read once. */
export async function fileCategoriesAndTags(): Promise<{ data: FileCategory[] }> {
  catalogue ??= readFile(new URL('./file-categories.json', import.meta.url), 'utf8').then((text) =>
    catalogueSchema.parse(JSON.parse(text)),
  );
  return { data: await catalogue };
}
