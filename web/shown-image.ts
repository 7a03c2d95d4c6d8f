import 'server-only';
import { type WebEnv, webEnv } from './config/env.ts';

/**
 * The URL of a lab's image if the service serves it, which implies that it was checked; otherwise `null`. Through the
 * API, owners can set an image of any host. That host would learn who reads which page, and could replace the image.
 */
export function shownImage(
  image: string | null,
  env: Pick<WebEnv, 'publicServiceUrl'> = webEnv(),
): string | null {
  return image?.startsWith(`${env.publicServiceUrl}/images/`) ? image : null;
}
