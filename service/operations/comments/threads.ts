import { z } from 'zod';
import type { QueryThreadArgs, QueryThreadsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { findFileByDid } from '#core/files/file-store.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { uuid } from './comment-input.ts';
import { findThread, pageThreads, type ThreadRow } from './comment-store.ts';

const pageSchema = z.object({ oclId, ref: z.string().nullish(), version: z.int().min(1).nullish() });
const oneSchema = z.object({ oclId, id: uuid });

/** A page of the discussions of a lab or a file, newest first. */
export async function threads(context: RequestContext, args: QueryThreadsArgs) {
  const { oclId: lab, ref = null, version } = parseInput(pageSchema, args);
  const paging = clampPage(args, { default: 10, max: 20 });
  const registered = await requireRegisteredLab(context, lab);
  if (ref !== null && !(await findFileByDid(context.db, lab, ref))) throw fileNotFound();
  const withHidden = await seesHidden(context, registered);
  const found = await pageThreads(context.db, {
    oclId: lab,
    ref,
    version: version ?? undefined,
    withHidden,
    ...paging,
  });
  const { rows: nodes, totalCount, commentCount } = found;
  return { nodes, totalCount, commentCount, pageInfo: pageInfoOf(paging, totalCount) };
}

export async function thread(context: RequestContext, args: QueryThreadArgs): Promise<ThreadRow | null> {
  const { oclId: lab, id } = parseInput(oneSchema, args);
  const found = await findThread(context.db, lab, id);
  if (!found) await requireRegisteredLab(context, lab);
  return found && found.commentCount > 0 ? found : null;
}
