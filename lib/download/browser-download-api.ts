import { callApi } from '../api/browser.ts';
import { DataRoomFileDocument } from '../api/documents.generated.ts';
import { createDownloadApi, type FileDetail } from './download-api.ts';

/** The API operations of a download, for the signed-in person in this browser. */
export const downloadApi = createDownloadApi(callApi);

/** A file with all its versions; `null` where there is none. Errors: `LabroomError`. */
export async function findFileDetail(
  oclId: string,
  path: string,
  signal?: AbortSignal,
): Promise<FileDetail | null> {
  return (await callApi(DataRoomFileDocument, { oclId, path }, signal)).dataRoomFile;
}
