import { createDownloadApi } from '@labroom/client/download/download-api';
import { callApi } from '../api/browser.ts';

/** The API operations of a download, with this browser's session. */
export const downloadApi = createDownloadApi(callApi);
