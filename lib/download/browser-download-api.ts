import { createDownloadApi } from '#packages/client/download/download-api.ts';
import { callApi } from '../api/browser.ts';

/** The API operations of a download, for the signed-in person in this browser. */
export const downloadApi = createDownloadApi(callApi);
