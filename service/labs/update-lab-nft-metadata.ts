import { z } from 'zod';
import { mayAdminister } from '../auth/may.ts';
import type { RequestContext } from '../context.ts';
import { description, oclId, parseInput } from '../input.ts';
import type { MutationUpdateLabNftMetadataArgs } from '../schema.generated.ts';
import { updateDisplay } from './lab-store.ts';

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).max(2_000);

/** Absent stays, null clears: `optional` keeps the difference that `nullish` would lose. */
const argsSchema = z.object({
  oclId,
  input: z.object({
    name: z.string().trim().min(1).max(200).nullable().optional(),
    description: description.nullable().optional(),
    image: webUrl.nullable().optional(),
    externalUrl: webUrl.nullable().optional(),
  }),
});

export async function updateLabNftMetadata(context: RequestContext, args: MutationUpdateLabNftMetadataArgs) {
  const { oclId: id, input } = parseInput(argsSchema, args);
  const { lab } = await mayAdminister(context, id);
  await updateDisplay(context.db, lab.oclId, input);
  return { oclId: lab.oclId, message: 'Lab updated.' };
}
