import { z } from 'zod';
import type {
  QueryReleaseArgs,
  QueryReleaseManifestArgs,
  QueryReleasesArgs,
} from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import { parseInput, parseOclId } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { findManifest, findRelease, pageReleases } from './release-store.ts';

const argsSchema = z.object({ did: z.string().max(200) });

/** A page of a lab's releases, the newest first. */
export async function releases(context: RequestContext, args: QueryReleasesArgs) {
  const lab = await requireRegisteredLab(context, parseOclId(args));
  const room = { oclId: lab.oclId, withHidden: await seesHidden(context, lab) };
  const paging = clampPage(args, { default: 20, max: 100 });
  const { rows, totalCount } = await pageReleases(context.db, { ...room, ...paging });
  return { nodes: rows, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}

/** One release by its DID; null when there is none. */
export async function release(context: RequestContext, args: QueryReleaseArgs) {
  return (await findRelease(context.db, parseInput(argsSchema, args).did)) ?? null;
}

/** The manifest of a release, byte for byte; null when there is none. */
export async function releaseManifest(context: RequestContext, args: QueryReleaseManifestArgs) {
  return (await findManifest(context.db, parseInput(argsSchema, args).did)) ?? null;
}
