import { type Address, encodeFunctionData, type Hex } from 'viem';
import { parseAbiValue } from './abi-values.ts';
import type { ContractPredicate } from './conditions.ts';

/**
 * The call data of a predicate for one wallet.
 * @throws TypeError when a parameter does not fit its type, naming the parameter
 */
export function encodeCall(
  {
    functionName,
    inputs,
    outputs,
    params,
  }: Pick<ContractPredicate, 'functionName' | 'inputs' | 'outputs' | 'params'>,
  userAddress: Address,
): Hex {
  const args = inputs.map((input, index) => {
    try {
      return parseAbiValue(input, params[index] ?? '', userAddress);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new TypeError(`functionParams[${index}]: ${error.message}`);
    }
  });
  const abi = [{ type: 'function', name: functionName, inputs, outputs, stateMutability: 'view' } as const];
  return encodeFunctionData({ abi, functionName, args });
}
