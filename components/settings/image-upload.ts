/** The `accept` attribute for a lab's image (docs/specification/labs.md#images). */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/gif,image/svg+xml';
export const maxImageBytes = 10_000_000;

/** Uploads an image to its single-use URL. It is published after the service has checked it. Errors: `Error`. */
export async function sendImage(uploadUrl: string | null, image: Blob): Promise<void> {
  if (!uploadUrl) throw new Error('The service returned no upload URL. Try again.');
  const headers = { 'content-type': image.type };
  const response = await fetch(uploadUrl, { method: 'PUT', headers, body: image });
  if (!response.ok) throw new Error(`The upload of the image failed (HTTP ${response.status}).`);
}

const refusals: Record<string, string> = {
  TYPE_MISMATCH: 'Its content does not match its file type.',
  DAMAGED: 'It is damaged.',
  TOO_MANY_PIXELS: 'It has more than 40 megapixels.',
  TOO_COMPLEX: 'It has too many parts, or masks within masks. Simplify it, or export it as PNG.',
  SVG_ENTITIES: 'It declares SVG entities. Export it again without them.',
  SUPERSEDED: 'A newer image replaced it.',
};

/** Explains in a sentence why an image was rejected. */
export const imageRejectionText = (reason: string | null): string =>
  refusals[reason ?? ''] ?? 'The service rejected it.';
