import {
  isSigns,
  MAX_COLUMN,
  MAX_FILTER,
  MAX_LEVEL,
  numberExamples,
  quoteNames,
  savedEncodings,
  separatorNames,
} from '@labroom/protocol/saved-view';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationSaveFileViewArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { files } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

const isSeparatorName = (value: string) => separatorNames.some((name) => name === value);

const column = z.int().min(1).max(MAX_COLUMN);

/** [Note: saved views] Everyone reads them, of encrypted files too. So no choice but the filter has room for text of the file. */
const viewSchema = z.strictObject({
  encoding: z.enum(savedEncodings).nullish(),
  separator: z
    .string()
    .refine((value) => isSeparatorName(value) || isSigns(value, 1), {
      error: `must be one of ${separatorNames.join(', ')}, or one sign that is no letter, digit or space`,
    })
    .nullish(),
  quote: z.enum(quoteNames).nullish(),
  numbers: z.enum(numberExamples).nullish(),
  comments: z
    .string()
    .refine((value) => value === 'none' || isSigns(value, 2), {
      error: 'must be none, or one or two signs that are no letters, digits or spaces',
    })
    .nullish(),
  header: z.boolean().nullish(),
  filter: z.string().trim().min(1).max(MAX_FILTER).nullish(),
  plotX: column.nullish(),
  plotY: column.nullish(),
  level: z.number().min(-MAX_LEVEL).max(MAX_LEVEL).nullish(),
  window: z.number().positive().max(MAX_LEVEL).nullish(),
});

const argsSchema = z.object({ oclId, ref: z.string(), view: viewSchema.nullish() });

/** Saves how a file is shown to everybody, or removes that. Bytes, versions and feed stay unchanged. */
export async function saveFileView(context: RequestContext, args: MutationSaveFileViewArgs) {
  const { ref, view, ...input } = parseInput(argsSchema, args);
  const { lab } = await requireRight(context, 'saveFileView', input.oclId);
  const hasChoice = Object.values(view ?? {}).some((choice) => choice !== null && choice !== undefined);
  const savedView = view && hasChoice ? view : null;

  await labTransaction(context.db, lab.oclId, async (tx) => {
    const [saved] = await tx
      .update(files)
      .set({ savedView })
      .where(and(eq(files.oclId, lab.oclId), eq(files.did, ref)))
      .returning({ accessLevel: files.accessLevel });
    if (!saved) throw fileNotFound();
    // Nothing is saved then. Of a file that is encrypted later, the filter is not shown (`savedView` of `file-fields.ts`).
    if (savedView?.filter && saved.accessLevel !== 'PUBLIC') throw filterOfSecret();
  });
  return { ref, savedView, message: savedView ? 'View saved.' : 'View removed.' };
}

function filterOfSecret(): ServiceError {
  return new ServiceError(
    'VALIDATION_FAILED',
    'The file is encrypted, and everyone reads its view. Save it without a filter, which tells what is in the file.',
    { details: { argument: 'view.filter' } },
  );
}
