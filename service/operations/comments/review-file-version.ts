import { z } from 'zod';
import type { MutationReviewFileVersionArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { writeReview } from './review-store.ts';

const argsSchema = z.object({ oclId, ref: z.string(), version: z.int().min(1) });

/** Says that the caller has reviewed a version. */
export async function reviewFileVersion(context: RequestContext, args: MutationReviewFileVersionArgs) {
  const review = await writeReview(context, 'reviewFileVersion', {
    ...parseInput(argsSchema, args),
    state: 'REVIEWED',
    reviewers: [],
  });
  return { review, message: `Version ${review.version} reviewed.` };
}
