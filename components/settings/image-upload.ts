import { callApi } from '#lib/api/browser.ts';
import {
  GenerateLabImageUploadUrlDocument,
  LabImageDocument,
  type LabImageQuery,
} from '#packages/client/documents.generated.ts';

export type ImageState = NonNullable<LabImageQuery['labWithDataRoomAndFiles']>;

/** The `accept` attribute for a lab's image (docs/specification/labs.md#pictures). */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/gif,image/svg+xml';
export const maxImageBytes = 10_000_000;

const POLL_INTERVAL_MS = 700;

/**
 * Uploads an image to its single-use URL. It is published after the service has checked it. Errors: `LabroomError`,
 * `Error`.
 */
export async function sendImage(oclId: string, image: Blob): Promise<void> {
  const { generateLabImageUploadUrl } = await callApi(GenerateLabImageUploadUrlDocument, {
    oclId,
    contentType: image.type,
  });
  const { uploadUrl } = generateLabImageUploadUrl;
  if (!uploadUrl) throw new Error('The service returned no upload URL. Try again.');
  const headers = { 'content-type': image.type };
  const response = await fetch(uploadUrl, { method: 'PUT', headers, body: image });
  if (!response.ok) throw new Error(`The upload of the image failed (HTTP ${response.status}).`);
}

/** Reports the state of the image until it is published or rejected. Resolves to the last state. */
export async function followImage(
  oclId: string,
  onState: (state: ImageState) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // A failed request is repeated: processing does not depend on this page.
    const answer = await callApi(LabImageDocument, { oclId }, signal).catch(() => null);
    const state = answer?.labWithDataRoomAndFiles;
    if (signal.aborted) return;
    if (state) onState(state);
    const status = state?.imageUpload?.status;
    if (status === 'PUBLISHED' || status === 'REFUSED' || (state && !state.imageUpload)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

const refusals: Record<string, string> = {
  TYPE_MISMATCH: 'Its content does not match its file type.',
  DAMAGED: 'It is damaged.',
  TOO_MANY_PIXELS: 'It has more than 40 megapixels.',
  TOO_COMPLEX: 'The drawing has too many parts. Simplify it.',
  SVG_ENTITIES: 'It declares SVG entities. Export it again without them.',
  SUPERSEDED: 'A newer image replaced it.',
};

/** Explains in a sentence why an image was rejected. */
export const imageRejectionText = (reason: string | null): string =>
  refusals[reason ?? ''] ?? 'The service rejected it.';
