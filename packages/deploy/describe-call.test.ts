import { accessResolverAbi } from '@labroom/contracts/abi';
import { encodeFunctionData, parseAbi, zeroAddress, zeroHash } from 'viem';
import { expect, it } from 'vitest';
import { describeCall } from './describe-call.ts';

it('names functions and arguments of the contracts and the timelock', () => {
  const args = [zeroHash, zeroAddress, 2, 0n, false] as const;
  const granted = encodeFunctionData({ abi: accessResolverAbi, functionName: 'grantRole', args });
  expect(describeCall(granted)).toBe(`grantRole(${zeroHash}, ${zeroAddress}, 2, 0, false)`);
  const accounts = [zeroHash, [zeroAddress, zeroAddress]] as const;
  const revoked = encodeFunctionData({
    abi: accessResolverAbi,
    functionName: 'revokeRoles',
    args: accounts,
  });
  expect(describeCall(revoked)).toBe(`revokeRoles(${zeroHash}, [${zeroAddress}, ${zeroAddress}])`);
  const administrator = parseAbi(['function grantRole(bytes32 role, address account)']);
  const role = encodeFunctionData({ abi: administrator, args: [zeroHash, zeroAddress] });
  expect(describeCall(role)).toBe(`grantRole(${zeroHash}, ${zeroAddress})`);
});

it('shows the data of other functions, and of arguments that nobody can read', () => {
  for (const data of ['0x', '0x12345678', '0x2f2ff15d01'] as const) expect(describeCall(data)).toBe(data);
});
