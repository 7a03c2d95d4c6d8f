import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { LabroomError } from '@labroom/client/api-failure';
import {
  DataRoomFileDocument,
  DeleteDataRoomFileDocument,
  UpdateFileMetadataDocument,
} from '@labroom/client/documents';
import type { UploadCheckpoint } from '@labroom/client/upload/upload-file';
import type { KnownFile } from '../journal.ts';
import { type ClientAction, type OwnedLab, oneOf, patience, type StormContext } from '../storm-context.ts';

/** From one byte to a quarter of a megabyte, small ones as often as large ones. */
const someBytes = () => new Uint8Array(randomBytes(Math.floor(2 ** (Math.random() * 18))));

/** Adds files, versions, descriptions, and removes files; every fourth file is encrypted. Two writers share a lab. */
export function writer(
  context: StormContext,
  { oclId, labroom, owner }: OwnedLab,
  shared: KnownFile,
): ClientAction {
  const { withRetries, journal } = context;
  const own: KnownFile[] = [];

  async function send(target: { path: string } | { ref: string }, path: string, access: 'PUBLIC' | 'TEAM') {
    const body = someBytes();
    const checkpoint: UploadCheckpoint = {};
    const receipt = await withRetries('upload', () =>
      labroom.upload(
        { oclId, target, body, contentType: 'application/octet-stream', access },
        { checkpoint },
      ),
    );
    const { datasetId, version, contentHash } = receipt;
    const sent = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    if (access === 'PUBLIC' && contentHash !== sent)
      journal.surprises.push(`${path} version ${version} was acknowledged with another hash`);
    return journal.addVersion({ oclId, path, did: datasetId }, version, contentHash);
  }

  async function add(): Promise<void> {
    const path = `storm/${randomUUID()}.bin`;
    own.push(await send({ path }, path, Math.random() < 0.25 ? 'TEAM' : 'PUBLIC'));
  }

  async function describe(file: KnownFile): Promise<void> {
    const description = randomUUID();
    const accessLevel = await levelOf(file);
    await withRetries(
      'describe a file',
      async () => {
        const args = { oclId, ref: file.did, accessLevel, description };
        await labroom.call(UpdateFileMetadataDocument, args, patience());
        return true;
      },
      async () => (await detailOf(file))?.description === description || null,
    );
    file.description = description;
  }

  async function remove(file: KnownFile): Promise<void> {
    own.splice(own.indexOf(file), 1);
    file.deletion = 'asked';
    let tries = 0;
    await withRetries('remove a file', async () => {
      tries += 1;
      const args = { oclId, path: file.path, changeBy: owner.address };
      await labroom.call(DeleteDataRoomFileDocument, args, patience()).catch((error: unknown) => {
        const isGone = tries > 1 && error instanceof LabroomError && error.code === 'NOT_FOUND';
        if (!isGone) throw error;
      });
    });
    file.deletion = 'acknowledged';
  }

  const detailOf = async ({ path }: KnownFile) =>
    (await labroom.call(DataRoomFileDocument, { oclId, path }, patience())).dataRoomFile;
  const levelOf = (file: KnownFile) =>
    withRetries('look at a file', async () => (await detailOf(file))?.accessLevel ?? 'PUBLIC');

  return async () => {
    const dice = Math.random();
    const file = oneOf(own);
    if (dice < 0.5 || !file) await add();
    else if (dice < 0.7) await send({ ref: shared.did }, shared.path, 'PUBLIC');
    else if (dice < 0.85) await describe(file);
    else await remove(file);
  };
}

/** A public file that is there from the beginning. */
export async function firstFile(
  { withRetries, journal }: StormContext,
  lab: OwnedLab,
  path: string,
): Promise<KnownFile> {
  const checkpoint: UploadCheckpoint = {};
  const { datasetId, version, contentHash } = await withRetries('upload', () =>
    lab.labroom.upload(
      { oclId: lab.oclId, target: { path }, body: 'first', access: 'PUBLIC' },
      { checkpoint },
    ),
  );
  return journal.addVersion({ oclId: lab.oclId, path, did: datasetId }, version, contentHash);
}
