import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import { openFile } from '@labroom/client/download/open-file';
import type { FileToLookInto } from '#lib/disclosure/look-into.ts';
import { downloadApi } from '#lib/download/browser-download-api.ts';
import type { RoomFile } from '#lib/download/room-files.ts';

/** Larger files are not opened to look into them. Bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A file of the data room whose newest version is opened to look into it. Without a key, or if it is too large, it is not. */
export const toLookInto = (oclId: string, { path, version, contentLength }: RoomFile): FileToLookInto => ({
  path,
  async file(signal) {
    if (Number(contentLength) > MOST_BYTES) throw new Error('The file is too large.');
    const newest = await downloadApi.findVersion(oclId, path, version);
    if (!newest) throw new Error('The version is gone.');
    return (await openFile({ api: downloadApi, crypto: fileCrypto }, oclId, newest, { signal })).body;
  },
});
