import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import { oclId, parseInput } from '#service/platform/input.ts';
import type { MutationReviewFileVersionArgs } from '#service/schema.generated.ts';
import { writeReview } from './review-store.ts';

const argsSchema = z.object({ oclId, ref: z.string(), version: z.int().min(1) });

/** Says that the caller has reviewed a version. */
export async function reviewFileVersion(context: RequestContext, args: MutationReviewFileVersionArgs) {
  const review = await writeReview(context, {
    ...parseInput(argsSchema, args),
    state: 'REVIEWED',
    reviewers: [],
  });
  return { review, message: `Version ${review.version} reviewed.` };
}
