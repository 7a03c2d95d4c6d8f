import 'server-only';
import {
  type LabCardFragment,
  type MemberFieldsFragment,
  ShowcaseFilesDocument,
} from '@labroom/client/documents';
import { isSvg } from '@labroom/formats/formats';
import { describeConditions } from '@labroom/protocol/describe-conditions';
import { parseConditions } from '@labroom/protocol/parse-conditions';
import { type AnswersAtBlock, tryAtBlock } from '#lib/access/try-at-block.ts';
import { labTitle } from '#lib/api/lab-reference.ts';
import type { ClosedFile, Figure, ShowcaseRoom } from '#lib/showcase/figure.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { publicConfig } from './config/env.ts';
import { queryOutcome } from './query-service.ts';
import { Recent } from './recent.ts';
import { noteGap } from './visitor.ts';

const TIMEOUT_MS = 1_500;
const LIFETIME_MS = 60_000;
/** Answers of the chain are public, so visitors share what was read within the last minute. */
const recentAnswers = new Recent<{ until: number; answers: Promise<AnswersAtBlock | null> }>(20);

/** The figure of the first of these labs that has a public picture; `null` without one. */
export async function loadFigure(labs: readonly LabCardFragment[]): Promise<Figure | null> {
  for (const lab of labs) {
    const outcome = await queryOutcome(ShowcaseFilesDocument, { oclId: lab.oclId });
    const found = outcome.ok ? outcome.data.labWithDataRoomAndFiles : null;
    const picture = found?.dataRoom.pictures.find(({ contentType }) => !isSvg(contentType));
    if (found && picture)
      return { lab, picture, closed: await closedFile(lab, found.dataRoom, found.members) };
  }
  return null;
}

async function closedFile(
  lab: LabCardFragment,
  { filesPage }: ShowcaseRoom,
  members: readonly MemberFieldsFragment[],
): Promise<ClosedFile | null> {
  const [file] = filesPage.nodes;
  const conditions = file?.encryptionMetadata?.accessControlConditions;
  // The last one has the weakest role.
  const member = members.findLast(({ isAgent }) => !isAgent);
  if (!file || !conditions || !member) return null;
  const { oclId } = lab;
  const words = describeConditions(conditions, { oclId, name: labTitle(lab) }, publicConfig().network);
  if (!words) return null;
  const { path, contentLength } = file;
  const answers = await answersFor(conditions, member.walletAddress);
  if (!answers) noteGap();
  return { path, contentLength, conditions, words, member, answers };
}

function answersFor(json: string, member: string): Promise<AnswersAtBlock | null> {
  const key = `${member} ${json}`;
  const recent = recentAnswers.get(key);
  if (recent && Date.now() < recent.until) return recent.answers;
  const chain = chainClient(publicConfig());
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null).unref());
  const asked = tryAtBlock(chain, parseConditions(json) ?? [], member).catch(() => null);
  const answers = Promise.race([asked, late]);
  // A failure is not kept.
  void answers.then((found) => found === null && recentAnswers.delete(key));
  recentAnswers.set(key, { until: Date.now() + LIFETIME_MS, answers });
  return answers;
}
