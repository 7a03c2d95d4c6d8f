const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
/** No request of ours is nested deeper, and recursion over a deeper one would end the stack. */
const MAX_DEPTH = 64;

/**
 * What makes two readers of one JSON text see different things: a key that stands twice in an object, or `__proto__`.
 * @param json text that parses
 * @returns words for it, or null
 */
export function ambiguityOf(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon) {
      const key: string = JSON.parse(token.slice(0, -colon.length));
      const keys = open.at(-1);
      if (key === '__proto__' || keys?.has(key)) return `The key ${JSON.stringify(key)} is ambiguous.`;
      keys?.add(key);
    }
    if (open.length > MAX_DEPTH) return 'The JSON is nested too deeply.';
  }
  return null;
}
