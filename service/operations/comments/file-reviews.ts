import { z } from 'zod';
import type { QueryFileReviewsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { type FileReviewRow, reviewsOf } from './review-store.ts';

const argsSchema = z.object({ oclId, ref: z.string() });

/** Who wants versions of a file reviewed, and who has reviewed them. */
export async function fileReviews(
  context: RequestContext,
  args: QueryFileReviewsArgs,
): Promise<FileReviewRow[]> {
  const input = parseInput(argsSchema, args);
  const reviews = await reviewsOf(context.db, input);
  if (reviews.length === 0) await requireRegisteredLab(context, input.oclId);
  return reviews;
}
