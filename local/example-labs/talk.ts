import { randomUUID } from 'node:crypto';
import type { LabroomClient } from '@labroom/client/client.ts';
import {
  AddCommentDocument,
  CreateReleaseDocument,
  CreateThreadDocument,
  FileAtPathDocument,
  ReviewFileVersionDocument,
} from '@labroom/client/documents';
import type { LocalAccountName } from '@labroom/contracts/local-accounts';
import type { Hex } from 'viem';
import type { ExampleLab } from './labs/example-lab.ts';

/** Discussions and reviews of public files, and then a release, which names what is there. */
export async function talkAbout(
  oclId: Hex,
  { owner, talk = [], release }: ExampleLab,
  clientOf: (name: LocalAccountName) => Promise<LabroomClient>,
): Promise<void> {
  for (const { path, comments, reviewedBy } of talk) {
    const { call } = await clientOf(owner);
    const { dataRoomFile } = await call(FileAtPathDocument, { oclId, path });
    if (!dataRoomFile) throw new Error(`There is no ${path} to talk about`);
    const { did: ref, version } = dataRoomFile;
    const threadId = randomUUID();
    for (const [index, { by, body }] of comments.entries()) {
      const speaker = await clientOf(by);
      const comment = { id: randomUUID(), body };
      if (index === 0)
        await speaker.call(CreateThreadDocument, { oclId, input: { id: threadId, ref, version, comment } });
      else await speaker.call(AddCommentDocument, { oclId, threadId, comment });
    }
    if (!reviewedBy) continue;
    const reviewer = await clientOf(reviewedBy);
    await reviewer.call(ReviewFileVersionDocument, { oclId, ref, version });
  }
  if (release) await (await clientOf(owner)).call(CreateReleaseDocument, { oclId, ...release });
}
