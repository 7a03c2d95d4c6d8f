import { createHash } from 'node:crypto';
import {
  ActivitiesDocument,
  LabActivityDocument,
  LabOverviewDocument,
  LabsDocument,
  SearchLabsDocument,
} from '@labroom/client/documents';
import type { KnownFile } from '../journal.ts';
import { type ClientAction, type OwnedLab, oneOf, patience, type StormContext } from '../storm-context.ts';

/** Reads pages, and downloads what was acknowledged: it must be there, byte for byte. */
export function reader({ withRetries, journal }: StormContext, labs: readonly OwnedLab[]): ClientAction {
  async function download({ labroom, oclId }: OwnedLab): Promise<void> {
    const file = oneOf([...journal.files.values()].filter((one) => one.oclId === oclId));
    const [version, hash] = oneOf([...(file?.versions ?? [])]) ?? [];
    if (!file || !version || !hash || file.deletion !== 'none') return;
    const found = await withRetries('download', async () =>
      labroom.download({ oclId, path: file.path, version }).catch((error: unknown) => {
        // Between the look into the journal and the answer its owner may have removed it.
        if (isBeingDeleted(file)) return null;
        throw error;
      }),
    );
    if (!found) return;
    const bytes = new Uint8Array(await found.body.arrayBuffer());
    const isSame =
      found.file.encryption || hash === `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    if (!isSame || found.file.contentHash !== hash)
      journal.surprises.push(`${file.path} version ${version} came with other bytes`);
  }

  const pages: ((lab: OwnedLab) => Promise<unknown>)[] = [
    ({ labroom }) => labroom.call(LabsDocument, {}, patience()),
    ({ labroom, oclId }) => labroom.call(LabOverviewDocument, { oclId }, patience()),
    ({ labroom, oclId }) => labroom.call(LabActivityDocument, { oclId, page: 0, perPage: 20 }, patience()),
    ({ labroom }) => labroom.call(ActivitiesDocument, { page: 0, perPage: 20 }, patience()),
    ({ labroom }) => labroom.call(SearchLabsDocument, { prompt: 'storm paid' }, patience()),
  ];
  return async () => {
    const lab = oneOf(labs);
    const page = oneOf(pages);
    if (!lab || !page) return;
    if (Math.random() < 0.4) await download(lab);
    else await withRetries('read a page', () => page(lab));
  };
}

const isBeingDeleted = ({ deletion }: KnownFile) => deletion !== 'none';
