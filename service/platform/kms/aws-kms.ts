import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  type KMSClient,
} from '@aws-sdk/client-kms';
import { type AwsClientOptions, createKmsClient } from './aws-client.ts';
import { type DataKey, type KeyContext, type Kms, KmsError, maxPlaintextBytes } from './kms.ts';

export interface AwsKmsOptions extends AwsClientOptions {
  /** Id, ARN or alias of a symmetric key. */
  keyId: string;
}

/**
 * [Note: AWS wrap] version (1 byte, 0x02) | the ciphertext of AWS. The version distinguishes it from a local wrap,
 * which has 0x01.
 */
const version = 2;
const dataKeyBytes = 32;

/** AWS KMS. The context becomes the encryption context, so AWS's own log shows what a key was for. */
export class AwsKms implements Kms {
  readonly #client: KMSClient;
  readonly #keyId: string;
  readonly current = this;

  constructor({ keyId, ...options }: AwsKmsOptions) {
    this.#client = createKmsClient(options);
    this.#keyId = keyId;
  }

  get keyName(): string {
    return `aws:${this.#keyId}`;
  }

  async generateDataKey(context: KeyContext): Promise<DataKey> {
    const command = new GenerateDataKeyCommand({
      KeyId: this.#keyId,
      KeySpec: 'AES_256',
      EncryptionContext: { ...context },
    });
    const { Plaintext, CiphertextBlob } = await answered(this.#client.send(command));
    const plaintext = present(Plaintext);
    if (plaintext.length !== dataKeyBytes)
      throw new KmsError('UNAVAILABLE', 'The key service returned a key of the wrong size.');
    return { plaintext, wrapped: versioned(present(CiphertextBlob)) };
  }

  async wrap(plaintext: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    if (plaintext.length < 1 || plaintext.length > maxPlaintextBytes) {
      throw new RangeError(`Wraps hold 1 to ${maxPlaintextBytes} bytes.`);
    }
    const command = new EncryptCommand({
      KeyId: this.#keyId,
      Plaintext: plaintext,
      EncryptionContext: { ...context },
    });
    return versioned(present((await answered(this.#client.send(command))).CiphertextBlob));
  }

  async unwrapDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    if (wrapped[0] !== version)
      throw new KmsError('MALFORMED', 'This is not a wrapped key of a known version.');
    if (wrapped.length < 2) throw new KmsError('MALFORMED', 'This wrapped key is empty.');
    const command = new DecryptCommand({
      KeyId: this.#keyId,
      CiphertextBlob: wrapped.subarray(1),
      EncryptionContext: { ...context },
    });
    return present((await answered(this.#client.send(command))).Plaintext);
  }
}

function versioned(blob: Uint8Array): Uint8Array {
  return Uint8Array.of(version, ...blob);
}

function present(bytes: Uint8Array | undefined): Uint8Array {
  if (!bytes?.length) throw new KmsError('UNAVAILABLE', 'The key service returned no key.');
  return new Uint8Array(bytes);
}

/** A refusal is final. Any other failure of AWS may be temporary. */
function answered<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    if (cause instanceof InvalidCiphertextException)
      throw new KmsError('REFUSED', 'The wrapped key does not open under this context.', { cause });
    if (cause instanceof IncorrectKeyException)
      throw new KmsError('UNKNOWN_KEY', 'This key was wrapped under another master key.', { cause });
    throw new KmsError('UNAVAILABLE', 'The key service did not answer.', { cause });
  });
}
