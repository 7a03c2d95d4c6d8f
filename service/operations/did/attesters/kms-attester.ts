import { KmsKeyError, openKmsAccount, type SigningAccount } from '@labroom/contracts/kms-account';
import type { Address } from 'viem';
import type { Attester } from '#core/ports/attester.ts';
import type { AttesterName } from '#platform/config/secrets.ts';
import { type AwsClientOptions, createKmsClient } from '#platform/kms/aws-client.ts';
import { AttesterError, verifiedAttester } from './attester.ts';

interface KmsAttesterOptions extends AwsClientOptions {
  name: AttesterName;
  address: Address;
  /** Id, ARN or alias of a key of kind `ECC_SECG_P256K1` for `SIGN_VERIFY`. */
  keyId: string;
}

/** An attester whose key is in AWS KMS and never leaves it. */
export function kmsAttester({ name, address, keyId, ...options }: KmsAttesterOptions): Attester {
  const client = createKmsClient(options);
  let opened: Promise<SigningAccount> | undefined;

  async function open(): Promise<SigningAccount> {
    opened ??= openKmsAccount(client, keyId);
    try {
      const account = await opened;
      if (account.address === address) return account;
      throw new KmsKeyError(`its address is ${account.address}, not ${address}.`);
    } catch (error) {
      opened = undefined;
      throw error;
    }
  }
  const answered = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: Error) => {
      if (error instanceof KmsKeyError)
        throw new AttesterError(
          'INVALID',
          `The KMS key of the ${name} attester is unusable: ${error.message}`,
        );
      throw new AttesterError('UNAVAILABLE', `AWS KMS did not answer the ${name} attester: ${error.name}.`);
    });

  return verifiedAttester({
    name,
    kind: 'AWS KMS',
    address,
    sign: ({ typedData }) => answered(open().then((account) => account.signTypedData(typedData))),
    verify: async () => void (await answered(open())),
  });
}
