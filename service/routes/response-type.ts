const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

interface Preference {
  /** The `q` of the most specific matching range; 0 if none matches. */
  quality: number;
  /** Position of that range in the header. */
  position: number;
  isNamed: boolean;
}

/**
 * Returns the type of a GraphQL response: `application/graphql-response+json` if `Accept` prefers it to
 * `application/json`, by quality, then by an exact match over a wildcard, then by order.
 */
export function responseTypeFor(accept: string | undefined): string {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  const graphql = preferenceFor(GRAPHQL_TYPE, ranges);
  const json = preferenceFor(JSON_TYPE, ranges);
  return `${prefers(graphql, json) ? GRAPHQL_TYPE : JSON_TYPE}; charset=utf-8`;
}

function prefers(a: Preference, b: Preference): boolean {
  if (a.quality !== b.quality) return a.quality > b.quality;
  if (a.quality === 0 || !a.isNamed) return false;
  return !b.isNamed || a.position < b.position;
}

function preferenceFor(type: string, ranges: ReturnType<typeof readRange>[]): Preference {
  for (const range of [type, 'application/*', '*/*']) {
    const position = ranges.findIndex((candidate) => candidate.range === range);
    const found = ranges[position];
    if (found) return { quality: found.quality, position, isNamed: range === type };
  }
  return { quality: 0, position: ranges.length, isNamed: false };
}

function readRange(entry: string) {
  const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number(weight);
  // A weight that is not a valid number counts as absent.
  return { range, quality: quality >= 0 && quality <= 1 ? quality : 1 };
}
