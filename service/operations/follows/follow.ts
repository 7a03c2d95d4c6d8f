import { z } from 'zod';
import type { MutationFollowArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { entryPath, withoutSlash } from '#core/files/path.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { prompt } from '#core/search/prompt.ts';
import { searchFilters } from '#core/search/search-filters.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { addFollow, type FollowTarget, hasWords } from './follow-store.ts';

const inputSchema = z
  .object({
    lab: oclId.nullish(),
    folder: z.object({ oclId, path: entryPath }).nullish(),
    file: z.string().max(200).nullish(),
    search: z.object({ prompt, filters: searchFilters.nullish() }).nullish(),
  })
  .refine(
    (input) => Object.values(input).filter((value) => value !== null && value !== undefined).length === 1,
    {
      error: 'must have exactly one of lab, folder, file and search',
    },
  );
const argsSchema = z.object({ input: inputSchema });

/** Adds something to what the caller's wallet follows. A second time changes nothing. */
export async function follow(context: RequestContext, args: MutationFollowArgs) {
  const wallet = await requireWallet(context);
  const { input } = parseInput(argsSchema, args);
  const target = await targetOf(context, input);
  return { follow: await addFollow(context.db, wallet, target), message: 'Followed.' };
}

async function targetOf(context: RequestContext, input: z.output<typeof inputSchema>): Promise<FollowTarget> {
  const { lab, folder, file, search } = input;
  if (lab) return { kind: 'LAB', oclId: (await requireRegisteredLab(context, lab)).oclId };
  if (folder) {
    const { oclId } = await requireRegisteredLab(context, folder.oclId);
    return { kind: 'FOLDER', oclId, path: `${withoutSlash(folder.path)}/` };
  }
  if (file) {
    const found = await context.loaders.files.load(file);
    if (!found) throw fileNotFound(file);
    return { kind: 'FILE', oclId: found.oclId, ref: found.did };
  }
  const { prompt = '', filters } = search ?? {};
  if (!(await hasWords(context.db, prompt))) throw noWords();
  const given = Object.entries(filters ?? {}).filter(([, values]) => values?.length);
  return { kind: 'SEARCH', prompt: prompt.trim(), filters: Object.fromEntries(given) };
}

function fileNotFound(ref: string): ServiceError {
  return new ServiceError('NOT_FOUND', 'No data room has a file with this DID.', {
    reason: 'FILE_NOT_FOUND',
    details: { ref },
  });
}

function noWords(): ServiceError {
  return new ServiceError('VALIDATION_FAILED', 'input.search.prompt must have a word.', {
    details: { argument: 'input.search.prompt' },
  });
}
