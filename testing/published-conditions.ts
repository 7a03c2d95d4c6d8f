import { networks } from '@labroom/contracts/networks';
import type { Hex } from 'viem';

/**
 * Conditions as programs for other services with this interface send them: the team of a lab, with their names of chains and their
 * form of ABIs.
 */
export function publishedConditions(oclId: Hex, chain: string): string {
  const call = (functionName: string, functionParams: string[], inputs: [name: string, type: string][]) => ({
    chain,
    conditionType: 'evmContract',
    contractAddress: networks[31337].contracts.accessResolver,
    functionName,
    functionParams,
    functionAbi: {
      name: functionName,
      inputs: inputs.map(([name, type]) => ({ internalType: type, name, type })),
      outputs: [{ internalType: 'bool', name: '', type: 'bool' }],
      stateMutability: 'view',
      type: 'function',
    },
    returnValueTest: { comparator: '=', key: '', value: 'true' },
  });
  return JSON.stringify([
    call(
      'hasRole',
      [oclId, ':userAddress', '2'],
      [
        ['oclId', 'bytes32'],
        ['account', 'address'],
        ['role', 'uint8'],
      ],
    ),
    { operator: 'or' },
    call(
      'isAuthorizedSignerForTba',
      [':userAddress', `0x${oclId.slice(-40)}`],
      [
        ['signer', 'address'],
        ['account', 'address'],
      ],
    ),
  ]);
}
