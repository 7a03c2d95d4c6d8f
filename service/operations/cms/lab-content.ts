import { z } from 'zod';
import type { LabContent, LabContents } from '#core/ports/content-source.ts';
import { oclId } from '#platform/input/input.ts';

const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((value) => new Date(value))
  .nullish();
const text = z.string().max(10_000).nullish();

/** The entry of one lab. All fields but the lab are optional. */
const entrySchema = z.object({
  oclId,
  trlValue: z.string().max(200).nullish(),
  trlRationale: text,
  trlLastUpdated: moment,
  weightedScore: z.number().nullish(),
  scoreInterpretation: text,
  criterionScores: z
    .array(z.object({ criterion: z.string().max(200), score: z.number() }))
    .max(100)
    .nullish(),
  scoredAt: moment,
  todos: z
    .array(z.object({ todo: z.string().max(1_000), completed: z.boolean() }))
    .max(200)
    .nullish(),
  isVerified: z.boolean().nullish(),
});

const documentSchema = z.object({ labs: z.array(z.unknown()) });

/**
 * Reads the document of a content source (docs/content-source.md). An entry that does not hold what it should is left
 * out and named in `problems`, as is a second one for a lab; the others count.
 * @throws when the whole is something else.
 */
export function parseLabContents(document: unknown): { contents: LabContents; problems: string[] } {
  const contents = new Map<string, LabContent>();
  const problems: string[] = [];
  for (const [index, value] of documentSchema.parse(document).labs.entries()) {
    const entry = entrySchema.safeParse(value);
    if (!entry.success) {
      const [issue] = entry.error.issues;
      problems.push(`labs[${index}].${issue?.path.join('.') ?? ''}: ${issue?.message}`);
      continue;
    }
    const { oclId: id, ...content } = entry.data;
    if (contents.has(id)) problems.push(`labs[${index}]: a second entry of its lab`);
    else contents.set(id, content);
  }
  return { contents, problems };
}
