import 'server-only';
import { DataRoomFilesPageDocument, LabsDocument } from '@labroom/client/documents';
import { invented, type Sample } from '#lib/developers/example-arguments.ts';
import { publicConfig } from './config/env.ts';
import { queryOutcome } from './query-service.ts';

/** The lab of the examples: the one with the newest contribution, or a fictional one if none can be loaded. */
export async function loadSample(): Promise<Sample> {
  const { chainId } = publicConfig();
  const outcome = await queryOutcome(LabsDocument, { perPage: 1 });
  const lab = outcome.ok ? outcome.data.labs.nodes[0] : undefined;
  if (!lab) return { ...invented, chainId };
  const { oclId, shortname, labNftTokenId, members } = lab;
  const wallet = members[0]?.walletAddress ?? invented.wallet;
  return { chainId, oclId, shortname, labNftTokenId, wallet, file: await firstFile(oclId) };
}

async function firstFile(oclId: string): Promise<Sample['file']> {
  const outcome = await queryOutcome(DataRoomFilesPageDocument, { oclId, perPage: 1 });
  const file = outcome.ok ? outcome.data.labWithDataRoomAndFiles?.dataRoom.filesPage.nodes[0] : undefined;
  if (!file?.contentHash) return null;
  return { path: file.path, did: file.did, contentHash: file.contentHash };
}
