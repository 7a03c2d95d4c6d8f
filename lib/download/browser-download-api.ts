import { callApi } from '../api/browser.ts';
import { DataRoomFileDocument } from '../api/documents.generated.ts';
import { createDownloadApi, type FileDetail } from './download-api.ts';

/** The operations of a download, in the name of whoever sits at this page. */
export const downloadApi = createDownloadApi(callApi);

/** A file with all its versions; `null` where there is none. Errors: `LabroomError`. */
export async function findFileDetail(
  oclId: string,
  path: string,
  signal?: AbortSignal,
): Promise<FileDetail | null> {
  return (await callApi(DataRoomFileDocument, { oclId, path }, signal)).dataRoomFile;
}
