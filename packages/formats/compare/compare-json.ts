import { isJsonList, isJsonObject, type JsonValue, readJson, textOfValue } from '../json/json-values.ts';
import { differingPairs } from './align.ts';
import { compareText } from './compare-text.ts';
import {
  amount,
  type Change,
  type Comparison,
  clipped,
  NO_CHANGE,
  shownChanges,
  wholeLine,
} from './comparison.ts';

const MAX_PATH = 200;
/** Characters of a value that a change shows. */
const MAX_TEXT = 400;

/** Compares JSON by path, and numbers as they are written. Texts that are not JSON, or have equal values, are compared by words. */
export function compareJson(former: string, later: string): Comparison {
  if (former === later) return { summary: NO_CHANGE, notes: [], changes: [] };
  let values: [JsonValue, JsonValue];
  try {
    values = [readJson(former), readJson(later)];
  } catch {
    const note = 'A version is not valid JSON, so the text was compared.';
    const asText = compareText(former, later);
    return { ...asText, notes: [note, ...asText.notes] };
  }
  const found = changedValues(...values);
  if (found.total === 0) {
    const note = 'No value differs. The text differs in spaces, the order of keys or the escapes of strings.';
    const asText = compareText(former, later);
    return { ...asText, notes: [note, ...asText.notes] };
  }
  return { summary: amount(found.total, 'value'), ...shownChanges(found.changes, found.total) };
}

interface Values {
  path: string;
  former: JsonValue | null;
  later: JsonValue | null;
}

/** `null` is a value that a version does not have. Without recursion, because a hostile file may be nested deeper than the stack. */
function changedValues(former: JsonValue, later: JsonValue): { changes: Change[]; total: number } {
  const idOf = identities();
  idOf(former);
  idOf(later);
  const changes: Change[] = [];
  let total = 0;
  const pairs: Values[] = [{ path: '$', former, later }];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    if (pair.former !== null && pair.later !== null && idOf(pair.former) === idOf(pair.later)) continue;
    const inner = innerPairs(pair, idOf);
    if (inner) {
      for (const one of inner.toReversed()) pairs.push(one);
      continue;
    }
    total += 1;
    // More than are shown, so that the number is known.
    if (changes.length <= 1_000) changes.push(changeOf(pair));
  }
  return { changes, total };
}

function changeOf({ path, former, later }: Values): Change {
  const lines = [
    ...(former === null ? [] : [wholeLine('removed', textOfValue(former, MAX_TEXT))]),
    ...(later === null ? [] : [wholeLine('added', textOfValue(later, MAX_TEXT))]),
  ];
  return { place: path, lines };
}

/** The differing parts of two objects or two lists; `null` for other values. */
function innerPairs({ path, former, later }: Values, idOf: (value: JsonValue) => number): Values[] | null {
  if (former === null || later === null) return null;
  if (isJsonList(former) && isJsonList(later)) return listPairs(path, former, later, idOf);
  if (!isJsonObject(former) || !isJsonObject(later)) return null;
  return [...new Set([...former.keys(), ...later.keys()])]
    .map((key) => ({
      path: joined(
        path,
        /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(clipped(key, 80))}]`,
      ),
      former: former.get(key) ?? null,
      later: later.get(key) ?? null,
    }))
    .filter((pair) => pair.former === null || pair.later === null || idOf(pair.former) !== idOf(pair.later));
}

/** Elements are matched by value, so that an inserted one does not change those after it. */
function listPairs(
  path: string,
  former: readonly JsonValue[],
  later: readonly JsonValue[],
  idOf: (value: JsonValue) => number,
): Values[] {
  return differingPairs(former.map(idOf), later.map(idOf)).map((pair) => ({
    path: joined(path, `[${pair.later < 0 ? pair.former : pair.later}]`),
    former: former[pair.former] ?? null,
    later: later[pair.later] ?? null,
  }));
}

/** A deep path keeps its beginning and its end. */
const joined = (path: string, step: string) => clipped(path + step, MAX_PATH);

/** Numbers values so that two are equal if and only if their numbers are equal. */
function identities(): (value: JsonValue) => number {
  const numbers = new Map<string, number>();
  const known = new Map<JsonValue, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const idOf = (value: JsonValue) => (typeof value === 'string' ? numberOf(value) : (known.get(value) ?? -1));
  return (value) => {
    const waiting = [value];
    for (let current = waiting.at(-1); current !== undefined; current = waiting.at(-1)) {
      if (typeof current === 'string' || known.has(current)) {
        waiting.pop();
        continue;
      }
      const isOpen = (inner: JsonValue) => typeof inner !== 'string' && !known.has(inner);
      const open = [...current.values()].filter(isOpen);
      if (open.length > 0) {
        for (const inner of open) waiting.push(inner);
        continue;
      }
      waiting.pop();
      const text = isJsonObject(current)
        ? `{${[...current.keys()]
            .toSorted()
            .map((key) => `${JSON.stringify(key)}:${idOf(current.get(key) ?? '')}`)}}`
        : `[${[...current.values()].map(idOf)}]`;
      known.set(current, numberOf(text));
    }
    return idOf(value);
  };
}
