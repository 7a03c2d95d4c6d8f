import { isContractError } from '@labroom/protocol/call-error';
import { type EvmContractCondition, USER_ADDRESS } from '@labroom/protocol/conditions';
import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, type PublicClient } from 'viem';

/** Makes a call on a block of its choice. */
export interface ContractCaller {
  call(args: { to: Address; data: Hex }): Promise<{ data?: Hex | undefined }>;
}

export type ChainReader = Pick<PublicClient, 'call' | 'getCode' | 'getChainId'>;

/** `refused`: the call reverted or returned another type. `silent`: the node did not respond. */
export type ContractAnswer = { kind: 'value'; value: unknown } | { kind: 'refused' } | { kind: 'silent' };

/** Makes the call of a condition for one wallet, as the service does. Errors: those of `encodeCall`. */
export async function askContract(
  chain: ContractCaller,
  condition: EvmContractCondition,
  wallet: string,
): Promise<ContractAnswer> {
  const data = encodeCall(condition, wallet);
  let answer: Hex | undefined;
  try {
    answer = (await chain.call({ to: condition.contractAddress as Address, data })).data;
  } catch (error) {
    // Only a revert is a result. Any other error says nothing about the wallet.
    return isContractError(error) ? { kind: 'refused' } : { kind: 'silent' };
  }
  try {
    const [value] = decodeAbiParameters(condition.functionAbi.outputs, answer ?? '0x');
    return { kind: 'value', value };
  } catch {
    return { kind: 'refused' };
  }
}

/** Call data of a condition for one wallet. Errors: viem's, or a `SyntaxError` if a parameter does not fit its type. */
export function encodeCall(
  { functionName, functionParams, functionAbi }: EvmContractCondition,
  wallet: string,
): Hex {
  const { inputs } = functionAbi;
  const args = functionParams.map((param, index) => argumentOf(inputs[index]?.type ?? '', param, wallet));
  return encodeFunctionData({ abi: [functionAbi], functionName, args });
}

function argumentOf(type: string, param: string, wallet: string): unknown {
  const text = param === USER_ADDRESS ? wallet : param;
  // BigInt would accept an address as a number.
  if (/^u?int/.test(type) && param !== USER_ADDRESS) return BigInt(text);
  return type === 'bool' ? text === 'true' : text;
}
