import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms';
import {
  type Address,
  bytesToBigInt,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  type LocalAccount,
  numberToHex,
  recoverAddress,
  serializeSignature,
  serializeTransaction,
  toHex,
} from 'viem';
import { publicKeyToAddress, toAccount } from 'viem/accounts';

/** Order of secp256k1. Signatures in its upper half are rejected on the chain. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** An account that signs a hash, transactions and messages. */
export type SigningAccount = LocalAccount & { sign: (parameters: { hash: Hex }) => Promise<Hex> };

/** The key cannot sign for its address: it is of another kind, or its signature is not its own. */
export class KmsKeyError extends Error {
  override readonly name = 'KmsKeyError';
}

/**
 * An account whose key is in AWS KMS (`ECC_SECG_P256K1`, `SIGN_VERIFY`) and never leaves it.
 * @throws KmsKeyError if the key is of another kind; errors of the AWS SDK
 */
export async function openKmsAccount(
  client: Pick<KMSClient, 'send'>,
  keyId: string,
): Promise<SigningAccount> {
  const { PublicKey, KeySpec } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
  if (KeySpec !== 'ECC_SECG_P256K1' || !PublicKey)
    throw new KmsKeyError(
      `The KMS key ${keyId} is of kind ${KeySpec}; a key of kind ECC_SECG_P256K1 is required.`,
    );
  // The last 65 bytes of the DER encoding are the uncompressed point.
  const address = publicKeyToAddress(toHex(PublicKey.slice(-65)));
  const sign = async ({ hash }: { hash: Hex }): Promise<Hex> => {
    const { Signature } = await client.send(
      new SignCommand({
        KeyId: keyId,
        Message: hexToBytes(hash),
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      }),
    );
    if (!Signature) throw new KmsKeyError(`The KMS key ${keyId} returned no signature.`);
    return recoverable(hash, Signature, address);
  };
  const account = toAccount({
    address,
    sign,
    signMessage: ({ message }) => sign({ hash: hashMessage(message) }),
    signTypedData: (data) => sign({ hash: hashTypedData(data) }),
    async signTransaction(transaction, { serializer = serializeTransaction } = {}) {
      const signature = await sign({ hash: keccak256(await serializer(transaction)) });
      const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, signature.slice(130)];
      return serializer(transaction, { r: r as Hex, s: s as Hex, yParity: v === '1b' ? 0 : 1 });
    },
  });
  return { ...account, sign };
}

/** Adds the recovery bit to a DER signature, which does not carry it. */
async function recoverable(hash: Hex, der: Uint8Array, address: Address): Promise<Hex> {
  const [r, s] = readDer(der);
  const low = s > ORDER / 2n ? ORDER - s : s;
  for (const yParity of [0, 1] as const) {
    const signature = serializeSignature({
      r: numberToHex(r, { size: 32 }),
      s: numberToHex(low, { size: 32 }),
      yParity,
    });
    if ((await recoverAddress({ hash, signature })) === address) return signature;
  }
  throw new KmsKeyError('The signature of the KMS key does not belong to its public key.');
}

/** SEQUENCE { INTEGER r, INTEGER s } */
function readDer(der: Uint8Array): [bigint, bigint] {
  const integer = (at: number) => {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length > 33) throw new KmsKeyError('The KMS key returned a malformed signature.');
    return { value: bytesToBigInt(der.slice(at + 2, at + 2 + length)), end: at + 2 + length };
  };
  const r = integer(2);
  return [r.value, integer(r.end).value];
}
