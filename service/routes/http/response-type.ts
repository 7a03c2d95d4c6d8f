const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

interface Preference {
  /** The `q` of the most specific matching range; 0 if none matches. */
  quality: number;
  /** Position of that range in the header. */
  position: number;
  isNamed: boolean;
}

/** Returns the type of a GraphQL response: `application/json`, or the other one if `Accept` prefers it. */
export function responseTypeFor(accept: string | undefined): string {
  return `${preferredType(accept, [JSON_TYPE, GRAPHQL_TYPE])}; charset=utf-8`;
}

/**
 * Returns the type that `Accept` prefers: by quality, then by an exact match over a wildcard, then by order. The first
 * one is the default, also if no type is accepted.
 * @param types at least one, possibly with parameters, which do not count
 */
export function preferredType(accept: string | undefined, types: readonly string[]): string {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  const candidates = types.map((type) => {
    const { range } = readRange(type);
    return { type, preference: preferenceFor(range, ranges) };
  });
  return candidates.reduce((best, other) => (prefers(other.preference, best.preference) ? other : best)).type;
}

function prefers(a: Preference, b: Preference): boolean {
  if (a.quality !== b.quality) return a.quality > b.quality;
  if (a.quality === 0 || !a.isNamed) return false;
  return !b.isNamed || a.position < b.position;
}

function preferenceFor(type: string, ranges: ReturnType<typeof readRange>[]): Preference {
  for (const range of [type, type.replace(/\/.*/, '/*'), '*/*']) {
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
