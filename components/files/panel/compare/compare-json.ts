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

/** Compares JSON by path. Texts that are not JSON, or have equal values, are compared by words. */
export function compareJson(former: string, later: string): Comparison {
  if (former === later) return { summary: NO_CHANGE, notes: [], changes: [] };
  let values: [unknown, unknown];
  try {
    values = [JSON.parse(former), JSON.parse(later)];
  } catch {
    const note = 'A version is not valid JSON, so the text was compared.';
    const asText = compareText(former, later);
    return { ...asText, notes: [note, ...asText.notes] };
  }
  const found = changedValues(...values);
  if (found.total === 0) {
    // Also the case of numbers with more digits than a double has.
    const note = 'No value differs. The text differs in spaces, the order of keys or the writing of numbers.';
    const asText = compareText(former, later);
    return { ...asText, notes: [note, ...asText.notes] };
  }
  return { summary: amount(found.total, 'value'), ...shownChanges(found.changes, found.total) };
}

interface Values {
  path: string;
  former: unknown;
  later: unknown;
}

const ABSENT = Symbol('absent');

/** Without recursion, because a hostile file may be nested deeper than the stack. */
function changedValues(former: unknown, later: unknown): { changes: Change[]; total: number } {
  const idOf = identities();
  idOf(former);
  idOf(later);
  const changes: Change[] = [];
  let total = 0;
  const pairs: Values[] = [{ path: '$', former, later }];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    if (pair.former !== ABSENT && pair.later !== ABSENT && idOf(pair.former) === idOf(pair.later)) continue;
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
    ...(former === ABSENT ? [] : [wholeLine('removed', textOf(former))]),
    ...(later === ABSENT ? [] : [wholeLine('added', textOf(later))]),
  ];
  return { place: path, lines };
}

/** The differing parts of two objects or two lists; `null` for other values. */
function innerPairs({ path, former, later }: Values, idOf: (value: unknown) => number): Values[] | null {
  if (Array.isArray(former) && Array.isArray(later)) return listPairs(path, former, later, idOf);
  if (!isRecord(former) || !isRecord(later)) return null;
  return [...new Set([...Object.keys(former), ...Object.keys(later)])]
    .map((key) => ({
      path: joined(
        path,
        /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(clipped(key, 80))}]`,
      ),
      former: Object.hasOwn(former, key) ? former[key] : ABSENT,
      later: Object.hasOwn(later, key) ? later[key] : ABSENT,
    }))
    .filter(
      (pair) => pair.former === ABSENT || pair.later === ABSENT || idOf(pair.former) !== idOf(pair.later),
    );
}

/** Elements are matched by value, so that an inserted one does not change those after it. */
function listPairs(
  path: string,
  former: readonly unknown[],
  later: readonly unknown[],
  idOf: (value: unknown) => number,
): Values[] {
  return differingPairs(former.map(idOf), later.map(idOf)).map((pair) => ({
    path: joined(path, `[${pair.later < 0 ? pair.former : pair.later}]`),
    former: pair.former < 0 ? ABSENT : former[pair.former],
    later: pair.later < 0 ? ABSENT : later[pair.later],
  }));
}

/** A deep path keeps its beginning and its end. */
const joined = (path: string, step: string) => clipped(path + step, MAX_PATH);

/** Numbers values so that two are equal if and only if their numbers are equal. */
function identities(): (value: unknown) => number {
  const numbers = new Map<string, number>();
  const known = new Map<object, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const idOf = (value: unknown) =>
    typeof value === 'object' && value !== null ? (known.get(value) ?? -1) : numberOf(JSON.stringify(value));
  return (value) => {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const current = waiting.at(-1);
      if (typeof current !== 'object' || current === null || known.has(current)) {
        waiting.pop();
        continue;
      }
      const open = Object.values(current).filter((inner) => isObject(inner) && !known.has(inner));
      if (open.length > 0) {
        for (const inner of open) waiting.push(inner);
        continue;
      }
      waiting.pop();
      const text = Array.isArray(current)
        ? `[${current.map(idOf)}]`
        : `{${Object.keys(current)
            .toSorted()
            .map((key) => `${JSON.stringify(key)}:${idOf((current as Record<string, unknown>)[key])}`)}}`;
      known.set(current, numberOf(text));
    }
    return idOf(value);
  };
}

/** The beginning of a value as JSON. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return Array.isArray(value) ? '[…]' : '{…}';
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !Array.isArray(value);
