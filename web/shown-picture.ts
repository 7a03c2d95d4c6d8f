import 'server-only';
import { type WebEnv, webEnv } from './env.ts';

/**
 * A lab's picture, where pages may show it: one that the service looked at and serves itself. Owners may name a picture of any
 * host in the API, but its host would learn who reads which page, and could show everybody something else. Applied by what
 * loads labs for pages.
 */
export function shownPicture(
  image: string | null,
  env: Pick<WebEnv, 'publicServiceUrl'> = webEnv(),
): string | null {
  return image?.startsWith(`${env.publicServiceUrl}/images/`) ? image : null;
}
