import { jsonTokens } from './json-tokens.ts';

/**
 * A value of a JSON text. Numbers, strings and words are JSON texts: numbers as they are written, because a number of
 * JavaScript has fewer digits; strings in one spelling, whatever they escape.
 */
export type JsonValue = string | readonly JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** An object or a list that is not read to its end. */
interface Open {
  items: JsonValue[];
  /** `null` for a list. */
  members: Map<string, JsonValue> | null;
  /** How often each key of the object occurred. */
  counts: Map<string, number>;
  key: string | null;
}

/**
 * Reads JSON without recursion and without numbers of JavaScript. A key that occurs again in its object is kept as
 * `key (2)`. Throws `NotJsonError`.
 */
export function readJson(text: string): JsonValue {
  const root: Open = { items: [], members: null, counts: new Map(), key: null };
  const open = [root];
  for (const { kind, start, end } of jsonTokens(text)) {
    const around = open.at(-1) ?? root;
    if (kind === '}' || kind === ']') open.pop();
    if (kind === '}' || kind === ']' || kind === ',' || kind === ':') continue;
    if (around.members && around.key === null) {
      around.key = keyOf(JSON.parse(text.slice(start, end)), around.counts);
      continue;
    }
    const inner: Open | null =
      kind === '{' || kind === '['
        ? { items: [], members: kind === '{' ? new Map() : null, counts: new Map(), key: null }
        : null;
    const value = inner ? (inner.members ?? inner.items) : scalarOf(kind, text.slice(start, end));
    if (around.members) around.members.set(around.key ?? '', value);
    else around.items.push(value);
    around.key = null;
    if (inner) open.push(inner);
  }
  return root.items[0] ?? '';
}

const scalarOf = (kind: string, written: string) =>
  kind === 'string' ? JSON.stringify(JSON.parse(written)) : written;

function keyOf(key: string, counts: Map<string, number>): string {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count === 1 ? key : `${key} (${count})`;
}

export const isJsonObject = (value: JsonValue): value is JsonObject => value instanceof Map;
export const isJsonList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** The beginning of a value as JSON: about `most` characters, if it has as many. */
export function textOfValue(value: JsonValue, most: number): string {
  let text = '';
  /** What is still to be written, in reverse: values, and text between them. */
  const waiting: (JsonValue | { between: string })[] = [value];
  for (let next = waiting.pop(); next !== undefined && text.length <= most; next = waiting.pop()) {
    if (typeof next === 'string') text += next;
    else if ('between' in next) text += next.between;
    else {
      const [start, end, parts] = isJsonObject(next)
        ? (['{', '}', membersOf(next, most)] as const)
        : (['[', ']', itemsOf(next as readonly JsonValue[], most)] as const);
      text += start;
      waiting.push({ between: end }, ...parts.toReversed());
    }
  }
  return text;
}

const itemsOf = (list: readonly JsonValue[], most: number) =>
  list.slice(0, most).flatMap((item, at) => (at === 0 ? [item] : [{ between: ',' }, item]));

function membersOf(object: JsonObject, most: number) {
  const parts: (JsonValue | { between: string })[] = [];
  for (const [key, value] of object) {
    parts.push({ between: `${parts.length === 0 ? '' : ','}${JSON.stringify(key)}:` }, value);
    if (parts.length > 2 * most) break;
  }
  return parts;
}
