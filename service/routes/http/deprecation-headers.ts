import type { Deprecation } from '#graphql/deprecation.ts';

/** Names of the response headers, for `access-control-expose-headers`. */
export const deprecationHeaderNames = 'deprecation, sunset, link';

/**
 * The headers of an answer to a document that uses something deprecated: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and the
 * link to what replaces it.
 * @param guideUrl the API reference
 */
export function deprecationHeaders({ since, sunset }: Deprecation, guideUrl: string): Record<string, string> {
  return {
    deprecation: `@${since.getTime() / 1_000}`,
    link: `<${guideUrl}>; rel="deprecation"; type="text/html"`,
    ...(sunset && { sunset: sunset.toUTCString() }),
  };
}
