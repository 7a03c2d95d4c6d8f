import type { Config } from '#service/platform/config/config.ts';

/**
 * [Note: images of our own] A picture that this service serves is kept in the database as its path, `/images/…`, so that
 * it outlives a change of the service's address; everywhere else it is a URL.
 */
export function publicImageUrl({ http }: Config, image: string | null): string | null {
  return image?.startsWith('/') ? `${http.publicUrl}${image}` : image;
}

/** What is kept of a picture's URL. */
export function storedImage({ http }: Config, url: string): string {
  return url.startsWith(`${http.publicUrl}/images/`) ? url.slice(http.publicUrl.length) : url;
}
