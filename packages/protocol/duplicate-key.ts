import { MAX_JSON_DEPTH } from './body-limit.ts';

/**
 * Describes why two parsers may read a JSON text differently: an object has a key twice, or the key `__proto__`.
 * @param json text that parses
 * @returns a clause that says what, without a full stop, or null
 */
export function ambiguityOf(json: string): string | null {
  /** Open objects and arrays at this position: the keys of an object so far, null for an array. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      if (open.length > MAX_JSON_DEPTH) return 'it is nested too deeply';
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const end = endOfString(json, at);
      if (isKey(json, end)) {
        const key: string = JSON.parse(json.slice(at, end + 1));
        const keys = open.at(-1);
        if (key === '__proto__' || keys?.has(key))
          return `the key ${JSON.stringify(key)} is ambiguous; use each key once`;
        keys?.add(key);
      }
      at = end;
    }
  }
  return null;
}

/** Returns the position of the closing quote of the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

/** Whether an odd number of backslashes precedes. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** Whether a colon follows the string that ends at `end`. */
function isKey(json: string, end: number): boolean {
  let next = end + 1;
  while (' \t\n\r'.includes(json[next] ?? ':')) next += 1;
  return json[next] === ':';
}
