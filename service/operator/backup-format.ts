import { z } from 'zod';

/**
 * A backup is a directory: `manifest.json`, written last; `tables/<name>.jsonl.gz`, a row of JSON a line, all of one
 * moment; `objects/<key>`, the bytes of every promised object.
 */
export const manifestSchema = z.object({
  format: z.literal(1),
  environment: z.string(),
  createdAt: z.iso.datetime(),
  /** Number of migrations of the schema that the rows belong to. */
  migrations: z.number().int(),
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_0-9]+$/), rows: z.number().int() })),
  objects: z.array(
    z.object({ key: z.string(), contentType: z.string(), sha256: z.string(), bytes: z.number().int() }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
