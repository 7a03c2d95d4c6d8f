import { type ConditionNetwork, type EvmContractCondition, ROLES, USER_ADDRESS } from './conditions.ts';
import { namesChain } from './deprecated-forms.ts';
import { isCall, parseConditions } from './parse-conditions.ts';
import { formatAmount } from './token-amount.ts';

export interface DescribedCondition {
  /** How the condition is joined to the previous one; `null` for the first. */
  operator: 'and' | 'or' | null;
  /** Who can open the file, e.g. `Members of Longevity Lab: viewers, contributors and owners`. */
  sentence: string;
  /** The call and its required result, e.g. `hasRole(0x01…, you, 1) = true`. */
  call: string;
  contractAddress: string;
  /** Whether a role in the file's own lab is enough, so that the lab's owners and contributors can help. */
  isLabRole: boolean;
}

/** The lab that a file belongs to. */
export interface LabName {
  oclId: string;
  name: string;
  /** The lab's token, if known. Amounts are then given in tokens. */
  token?: { address: string; symbol: string; decimals: number } | null | undefined;
  /** The subject of the file on the access list of the lab (`filesSubject`), if one file is meant. Its list is then called so. */
  subject?: string | null | undefined;
}

/** Describes the access conditions of a file; `null` if they cannot be parsed. */
export function describeConditions(
  json: string,
  lab: LabName,
  network: ConditionNetwork,
): DescribedCondition[] | null {
  const conditions = parseConditions(json);
  if (!conditions) return null;
  const words: DescribedCondition[] = [];
  let operator: DescribedCondition['operator'] = null;
  for (const condition of conditions) {
    if (isCall(condition)) {
      const { contractAddress } = condition;
      words.push({
        operator,
        ...sentenceFor(condition, lab, network),
        call: callOf(condition),
        contractAddress,
      });
    } else {
      operator = condition.operator;
    }
  }
  return words;
}

function sentenceFor(
  condition: EvmContractCondition,
  lab: LabName,
  network: ConditionNetwork,
): Pick<DescribedCondition, 'sentence' | 'isLabRole'> {
  const { contractAddress, functionName, functionParams, returnValueTest } = condition;
  const { comparator, value } = returnValueTest;
  const isResolver =
    same(contractAddress, network.contracts.accessResolver) && namesChain(condition.chain, network.name);
  const isWhole = /^\d{1,78}$/.test(value);
  const isTrue = comparator === '=' && value === 'true';
  if (isResolver && functionName === 'hasRole' && functionParams[1] === USER_ADDRESS && isTrue) {
    const isLabRole = same(functionParams[0], lab.oclId);
    const where = isLabRole ? lab.name : `another lab (${short(functionParams[0])})`;
    const sentence =
      functionParams[2] === String(ROLES.viewer)
        ? `Members of ${where}: viewers, contributors and owners`
        : `Contributors and owners of ${where}`;
    return { sentence, isLabRole };
  }
  const isList =
    same(contractAddress, network.contracts.accessList) && namesChain(condition.chain, network.name);
  if (isList && functionName === 'isListed' && functionParams[2] === USER_ADDRESS && isTrue) {
    return { sentence: sentenceForList(functionParams, lab), isLabRole: false };
  }
  if (
    functionName === 'balanceOf' &&
    functionParams[0] === USER_ADDRESS &&
    (comparator === '>=' || comparator === '>')
  ) {
    const { token } = lab;
    const bound = comparator === '>=' ? 'at least' : 'more than';
    if (
      token &&
      same(contractAddress, token.address) &&
      isWhole &&
      namesChain(condition.chain, network.name)
    ) {
      const amount = `${bound} ${formatAmount(BigInt(value), token.decimals)} ${token.symbol}`;
      return { sentence: `Holders of ${amount}, the token of ${lab.name}`, isLabRole: false };
    }
    const amount = `${bound} ${value}`;
    return {
      sentence: `Wallets that hold ${amount} units of the token ${short(contractAddress)}`,
      isLabRole: false,
    };
  }
  const test = `answers ${functionName} with ${comparator} ${value}`;
  return { sentence: `Wallets for which the contract ${short(contractAddress)} ${test}`, isLabRole: false };
}

function sentenceForList([oclId, subject]: string[], lab: LabName): string {
  if (!same(oclId, lab.oclId)) return `Anybody on a list of readers of another lab (${short(oclId)})`;
  if (same(subject, lab.subject)) return "Anybody on this file's list";
  return `Anybody on a list of readers of ${lab.name} (${short(subject)})`;
}

function callOf({ functionName, functionParams, returnValueTest }: EvmContractCondition): string {
  const params = functionParams.map((param) => (param === USER_ADDRESS ? 'your wallet' : short(param)));
  const key = returnValueTest.key ? `.${returnValueTest.key}` : '';
  return `${functionName}(${params.join(', ')})${key} ${returnValueTest.comparator} ${returnValueTest.value}`;
}

const same = (a: string | undefined, b: string | null | undefined) =>
  a !== undefined && a.toLowerCase() === b?.toLowerCase();

function short(text = ''): string {
  return text.length > 24 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}
