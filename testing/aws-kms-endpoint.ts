import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { bytesToHex, concat, hexToBytes, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { z } from 'zod';
import { listen } from './transports/listen.ts';

const requestSchema = z.object({
  KeyId: z.string(),
  EncryptionContext: z.record(z.string(), z.string()).default({}),
  Plaintext: z.base64().optional(),
  CiphertextBlob: z.base64().optional(),
  Message: z.base64().optional(),
  MessageType: z.string().optional(),
  SigningAlgorithm: z.string().optional(),
});
type KmsRequest = z.infer<typeof requestSchema>;

/** Error responses that a test can select. */
const answers = {
  'no key': '{}',
  'an empty key': '{"Plaintext":"","CiphertextBlob":""}',
  'a short key': '{"Plaintext":"AAAA","CiphertextBlob":"AAAA"}',
  'no JSON': '<html>',
  'half an answer': '{"Plaintext":"AAAA',
};
export type KmsFailure = keyof typeof answers | 'error' | 'silence';

class Refusal extends Error {}

/**
 * The operations of AWS KMS that `AwsKms` and `openKmsAccount` use, in AWS's JSON protocol, over keys kept in memory. It asks for a
 * signature without checking it.
 */
export async function startKmsEndpoint() {
  const keys = new Map<string, Buffer>();
  let failure: KmsFailure | null = null;
  const signingKeys = new Map<string, `0x${string}`>();
  const operations: Record<string, (request: KmsRequest) => object | Promise<object>> = {
    GenerateDataKey(request) {
      const plaintext = randomBytes(32);
      return { Plaintext: plaintext.toString('base64'), CiphertextBlob: seal(request, plaintext) };
    },
    Encrypt: (request) => ({ CiphertextBlob: seal(request, bytes(request.Plaintext)) }),
    Decrypt: (request) => ({ Plaintext: open(request, bytes(request.CiphertextBlob)) }),
    GetPublicKey: ({ KeyId }) => ({
      KeySpec: KeyId.startsWith('rsa') ? 'RSA_2048' : 'ECC_SECG_P256K1',
      PublicKey: spki(signingKeyOf(KeyId)),
    }),
    async Sign({ KeyId, Message, MessageType, SigningAlgorithm }) {
      if (MessageType !== 'DIGEST' || SigningAlgorithm !== 'ECDSA_SHA_256')
        throw new Refusal('ValidationException');
      const hash = bytesToHex(bytes(Message));
      const { r, s } = await sign({ hash, privateKey: signingKeyOf(KeyId) });
      return { Signature: der(r, s) };
    },
  };

  function seal(request: KmsRequest, plaintext: Buffer): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyOf(request), iv).setAAD(contextBytes(request));
    const sealed = [fingerprint(request.KeyId), iv, cipher.update(plaintext), cipher.final()];
    return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64');
  }

  function open(request: KmsRequest, named: Buffer): string {
    if (!named.subarray(0, 8).equals(fingerprint(request.KeyId))) {
      const isKnown = [...keys.keys()].some((id) => named.subarray(0, 8).equals(fingerprint(id)));
      throw new Refusal(isKnown ? 'IncorrectKeyException' : 'InvalidCiphertextException');
    }
    const blob = named.subarray(8);
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(request), blob.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(contextBytes(request)).setAuthTag(blob.subarray(-16));
      const plaintext = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
      return plaintext.toString('base64');
    } catch {
      throw new Refusal('InvalidCiphertextException');
    }
  }

  function signingKeyOf(keyId: string): `0x${string}` {
    const key = signingKeys.get(keyId) ?? generatePrivateKey();
    signingKeys.set(keyId, key);
    return key;
  }

  function keyOf({ KeyId }: KmsRequest): Buffer {
    const key = keys.get(KeyId) ?? randomBytes(32);
    keys.set(KeyId, key);
    return key;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = requestSchema.parse(await json(request));
    const operation = operations[String(request.headers['x-amz-target']).replace('TrentService.', '')];
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ');
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (failure === 'silence') return;
    if (failure && failure !== 'error') return void response.end(answers[failure]);
    try {
      if (failure) throw new Refusal('KMSInternalException');
      if (!signed || !operation) throw new Refusal('AccessDeniedException');
      response.end(JSON.stringify({ ...(await operation(body)), KeyId: body.KeyId }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response.writeHead(failure ? 500 : 400).end(JSON.stringify({ __type: error.message }));
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  const { url, close } = await listen(server);
  return {
    endpoint: url,
    /** Makes every call fail in this way, or, with `null`, succeed again. */
    fail(how: KmsFailure | null): void {
      failure = how;
    },
    /** Address of a key that signs. */
    addressOf: (keyId: string) => privateKeyToAccount(signingKeyOf(keyId)).address,
    stop: close,
  };
}

/** The public key as AWS returns it: SubjectPublicKeyInfo of secp256k1. */
function spki(privateKey: `0x${string}`): string {
  const prefix = '0x3056301006072a8648ce3d020106052b8104000a034200';
  const { publicKey } = privateKeyToAccount(privateKey);
  return Buffer.from(hexToBytes(concat([prefix, publicKey]))).toString('base64');
}

/** A signature as AWS returns it: DER, with `s` in either half of the order. */
function der(r: `0x${string}`, s: `0x${string}`): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const integer = (value: bigint) => {
    const magnitude = Buffer.from(hexToBytes(numberToHex(value)));
    const padded = (magnitude[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), magnitude]) : magnitude;
    return Buffer.concat([Buffer.from([2, padded.length]), padded]);
  };
  const high = BigInt(r) % 2n === 0n ? BigInt(s) : order - BigInt(s);
  const body = Buffer.concat([integer(BigInt(r)), integer(high)]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]).toString('base64');
}

/** A blob of AWS names its key. */
const fingerprint = (keyId: string) => createHash('sha256').update(keyId).digest().subarray(0, 8);
const bytes = (base64 = '') => Buffer.from(base64, 'base64');

function contextBytes({ EncryptionContext }: KmsRequest): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(EncryptionContext).sort()));
}
