import { z } from 'zod';
import type { MutationRequestReviewArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { mentions } from './comment-input.ts';
import { writeReview } from './review-store.ts';

const argsSchema = z.object({
  oclId,
  ref: z.string(),
  version: z.int().min(1),
  reviewers: mentions.nullish(),
});

/** Says that a review of a version is wanted. */
export async function requestReview(context: RequestContext, args: MutationRequestReviewArgs) {
  const { reviewers, ...input } = parseInput(argsSchema, args);
  const asked = [...new Set<string>(reviewers ?? [])].sort();
  const review = await writeReview(context, 'requestReview', { ...input, state: 'WANTED', reviewers: asked });
  return { review, message: 'Review requested.' };
}
