import { type AccessCondition, type ConditionNetwork, conditionForList } from './conditions.ts';
import { isCall, parseConditions } from './parse-conditions.ts';

/** A subject on the access list of a lab, 32 bytes each in lowercase hex. */
export interface ListedSubject {
  oclId: string;
  subject: string;
}

/** Conditions of a version, taken apart. */
export interface SplitConditions {
  /** What stands before the lists, character by character; `null` if there is nothing else. */
  base: string | null;
  /** JSON of the conditions on the lists alone; `null` without any. */
  onLists: string | null;
  /** The lists that open the version whatever `base` says, in their order. */
  lists: ListedSubject[];
}

/** The conditions with "or on this list" at their end. What stands before it is kept as it is written, so that it means the same to every reader. */
export function orOnList(json: string, condition: ReturnType<typeof conditionForList>): string {
  return json.slice(0, json.lastIndexOf(']')) + endWith(condition);
}

/**
 * Takes the lists off the end of conditions: each `or` on a list that follows everything else. Conditions are read from left to right, so a
 * wallet on one of these lists meets them. A list elsewhere, or written in other characters than `orOnList` does, stays in `base`.
 * @param json conditions as stored
 */
export function splitLists(json: string, { name, contracts }: ConditionNetwork): SplitConditions {
  const { accessList } = contracts;
  const conditions = accessList ? parseConditions(json) : null;
  if (!conditions || !accessList) return { base: json, onLists: null, lists: [] };
  const lists: ListedSubject[] = [];
  let base = json;
  for (let at = conditions.length - 1; at >= 0; at -= 2) {
    const list = listOf(conditions[at], { name, list: accessList });
    if (!list) break;
    const end = at === 0 ? `[${JSON.stringify(list.condition)}]` : endWith(list.condition);
    if (at === 0 ? base !== end : !base.endsWith(end)) break;
    lists.unshift(list.subject);
    if (at === 0) return { base: null, onLists: json, lists };
    base = `${base.slice(0, -end.length)}]`;
  }
  const onLists = lists.length > 0 ? `[${json.slice(base.length - 1 + OR.length)}` : null;
  return { base, onLists, lists };
}

const OR = `,${JSON.stringify({ operator: 'or' })},`;

function endWith(condition: AccessCondition): string {
  return `${OR}${JSON.stringify(condition)}]`;
}

/** The subject of a condition on the list of the network, and the condition as `conditionForList` writes it; `null` for any other condition. */
function listOf(condition: AccessCondition | undefined, network: { name: string; list: string }) {
  if (!isCall(condition)) return null;
  const { contractAddress, functionParams } = condition;
  const [oclId, subject] = functionParams;
  if (!isWord(oclId) || !isWord(subject) || contractAddress.toLowerCase() !== network.list.toLowerCase())
    return null;
  const asWritten = conditionForList(oclId, { ...network, list: contractAddress }, subject);
  return { subject: { oclId, subject }, condition: asWritten };
}

const isWord = (text: string | undefined): text is string =>
  text !== undefined && /^0x[\da-f]{64}$/.test(text);
