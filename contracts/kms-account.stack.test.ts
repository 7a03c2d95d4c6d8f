import { KMSClient } from '@aws-sdk/client-kms';
import { startKmsEndpoint } from '@labroom/testing/aws-kms-endpoint.ts';
import { depth } from '@labroom/testing/depth.ts';
import {
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKmsAccount } from './kms-account.ts';

let kms: Awaited<ReturnType<typeof startKmsEndpoint>>;
let client: KMSClient;
beforeAll(async () => {
  kms = await startKmsEndpoint();
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  client = new KMSClient({ region: 'us-east-1', endpoint: kms.endpoint, credentials });
});
afterAll(async () => {
  client.destroy();
  await kms.stop();
});

it('signs transactions, messages and typed data with a key of AWS KMS', async () => {
  const account = await openKmsAccount(client, 'deployer');
  const { address } = account;
  expect(address).toBe(kms.addressOf('deployer'));
  // Either half of the order and either recovery bit occur.
  for (let nonce = 0; nonce < depth.randomValues; nonce++) {
    const transaction = { chainId: 84532, nonce, to: address, maxFeePerGas: 7n, gas: 21_000n } as const;
    const serializedTransaction = (await account.signTransaction({
      ...transaction,
      type: 'eip1559',
    })) as TransactionSerializedEIP1559;
    expect(parseTransaction(serializedTransaction)).toMatchObject({
      to: address.toLowerCase(),
      gas: 21_000n,
    });
    expect(await recoverTransactionAddress({ serializedTransaction })).toBe(address);
    const signature = await account.signMessage({ message: `${nonce}` });
    expect(await verifyMessage({ address, message: `${nonce}`, signature })).toBe(true);
  }
  const typed = {
    domain: { name: 'x', chainId: 84532 },
    types: { Link: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'Link',
    message: { hash: keccak256(toHex('link')) },
  } as const;
  expect(await verifyTypedData({ address, ...typed, signature: await account.signTypedData(typed) })).toBe(
    true,
  );
});

it('rejects a key of another kind, and reports that the key cannot be used', async () => {
  await expect(openKmsAccount(client, 'rsa-key')).rejects.toThrow('RSA_2048; a key of kind ECC_SECG_P256K1');
  const account = await openKmsAccount(client, 'deployer');
  kms.fail('error');
  await expect(account.signMessage({ message: 'x' })).rejects.toThrow();
  kms.fail(null);
});
