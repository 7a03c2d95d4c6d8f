import { callApi } from '../api/browser.ts';
import { createDownloadApi } from './download-api.ts';

/** The API operations of a download, for the signed-in person in this browser. */
export const downloadApi = createDownloadApi(callApi);
