import {
  accessResolverAbi,
  didRegistryAbi,
  labNftAbi,
  oclTokenizerPolicyAbi,
  recordAnchorAbi,
} from '@labroom/contracts/abi';
import { type Abi, decodeFunctionData, type Hex, parseAbi } from 'viem';

/** Everything that the timelock can call in its contracts and in itself. */
const abi: Abi = [
  ...parseAbi([
    'function updateDelay(uint256 newDelay)',
    'function grantRole(bytes32 role, address account)',
    'function revokeRole(bytes32 role, address account)',
    'function upgradeToAndCall(address newImplementation, bytes data) payable',
  ]),
  ...accessResolverAbi,
  ...didRegistryAbi,
  ...labNftAbi,
  ...oclTokenizerPolicyAbi,
  ...recordAnchorAbi,
];

/** A call of the timelock as a reader understands it: function and arguments; the data itself where it is of no known function. */
export function describeCall(data: Hex): string {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data });
    return `${functionName}(${args.map(textOf).join(', ')})`;
  } catch {
    return data;
  }
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOf).join(', ')}]` : String(value);
}
