import { createDownloadApi } from '#packages/client/download/download-api.ts';
import { callApi } from '../api/browser.ts';

/** The API operations of a download, with this browser's session. */
export const downloadApi = createDownloadApi(callApi);
