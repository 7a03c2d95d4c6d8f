import { CancelUploadDocument } from '@labroom/client/documents';
import { callApi } from '../api/browser.ts';
import { keptAt, keptInBrowser } from './kept-parts.ts';
import type { InterruptedDrop } from './unfinished-drops.ts';

/**
 * Ends the uploads in parts of a drop that nobody goes on with: what they hold of the lab's storage is free at once, not after 48 hours. Fails
 * silently, because it is free by then. Small files are sent again from the beginning, and hold nothing that could be freed earlier.
 */
export async function freeDrop({ lab, paths }: InterruptedDrop): Promise<void> {
  try {
    for (const { id, uploadToken } of await keptAt(lab.oclId, paths)) {
      await callApi(CancelUploadDocument, { oclId: lab.oclId, uploadToken });
      await keptInBrowser.forget(id);
    }
  } catch {
    // The service or the storage of the browser cannot be reached.
  }
}
