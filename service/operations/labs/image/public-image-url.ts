import type { Config } from '#platform/config/config.ts';

/**
 * [Note: stored as a path] The database stores an image of this service as its path, `/images/…`, so that it survives
 * a change of the service URL. Everywhere else it is a URL.
 */
export function publicImageUrl({ http }: Config, image: string | null): string | null {
  return image?.startsWith('/') ? `${http.publicUrl}${image}` : image;
}

/** The form of an image URL that the database stores. */
export function storedImage({ http }: Config, url: string): string {
  return url.startsWith(`${http.publicUrl}/images/`) ? url.slice(http.publicUrl.length) : url;
}
