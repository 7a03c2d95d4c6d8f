import { claimOf } from '@labroom/protocol/name-claim';
import { z } from 'zod';
import type { MutationUpdateLabNftMetadataArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { markdown } from '#platform/input/markdown.ts';
import { currentImageKey } from './image/current-image.ts';
import { storedImage } from './image/public-image-url.ts';
import { updateDisplay } from './lab-display-store.ts';

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).max(2_000);

const longestName = 200;

/** `undefined` keeps the value, `null` clears it. `nullish` would lose this difference. */
const argsSchema = z.object({
  oclId,
  input: z.object({
    name: z.string().trim().min(1).max(longestName).superRefine(refuseClaims).nullable().optional(),
    description: markdown(10_000).nullable().optional(),
    image: webUrl.nullable().optional(),
    externalUrl: webUrl.nullable().optional(),
  }),
});

function refuseClaims(name: string, issues: z.RefinementCtx): void {
  // A longer one is refused for its length.
  const claim = name.length <= longestName ? claimOf(name, 'lab') : null;
  if (claim) issues.addIssue({ code: 'custom', message: claim });
}

export async function updateLabNftMetadata(context: RequestContext, args: MutationUpdateLabNftMetadataArgs) {
  const { oclId: id, input } = parseInput(argsSchema, args);
  const { lab } = await requireRight(context, 'updateLabNftMetadata', id);
  const image = input.image && (await acceptedImage(context, input.image));
  await context.drawnTexts.prepare(input.description, lab.oclId);
  await updateDisplay(context.db, lab.oclId, { ...input, ...(image && { image }) });
  return { oclId: lab.oclId, message: 'Lab updated.' };
}

/** Pages show the image to visitors, so it must be https unless this service itself is http. */
async function acceptedImage(context: RequestContext, url: string): Promise<string> {
  const { config } = context;
  const image = storedImage(config, url);
  if (image.startsWith('/')) {
    const current = await currentImageKey(context, image.slice(1));
    if (!current) {
      throw new ServiceError(
        'VALIDATION_FAILED',
        'input.image names an image that this service does not have.',
        {
          reason: 'UNKNOWN_IMAGE',
          details: { argument: 'input.image' },
        },
      );
    }
    return `/${current}`;
  }
  if (new URL(url).protocol !== 'https:' && !image.startsWith(`${config.http.publicUrl}/`)) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      'input.image must be an https URL or a URL of this service.',
      {
        details: { argument: 'input.image' },
      },
    );
  }
  return image;
}
