import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Attester } from '#core/ports/attester.ts';
import type { AttesterName } from '#platform/config/secrets.ts';
import { verifiedAttester } from './attester.ts';

/** An attester whose key is in the memory of this process. */
export function privateKeyAttester(name: AttesterName, privateKey: Hex): Attester {
  const account = privateKeyToAccount(privateKey);
  return verifiedAttester({
    name,
    kind: 'private key',
    address: account.address,
    sign: ({ typedData }) => account.signTypedData(typedData),
  });
}
