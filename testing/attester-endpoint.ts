import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isSignedByDid } from '@labroom/service/core/did/did-key.ts';
import type { LinkAttestation } from '@labroom/service/core/ports/attester.ts';
import { type Hex, hashTypedData, hexToBytes, keccak256, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { listen } from './transports/listen.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Ways to answer that a test can select. */
export type AttesterAnswer =
  | ('signature' | 'refusal' | 'HTTP 401' | 'HTTP 503' | 'a redirect' | 'silence' | 'a slow body')
  | ('an endless body' | 'no JSON' | 'the secret' | 'no signature' | 'a long signature')
  | ("another key's signature" | 'a signature of something else' | 'a high s' | 'v of 0 or 1' | 'zeros');

export type AttesterEndpoint = Awaited<ReturnType<typeof startAttesterEndpoint>>;

/** A remote attester, which verifies what it attests. */
export async function startAttesterEndpoint(privateKey: Hex) {
  const account = privateKeyToAccount(privateKey);
  const secret = randomBytes(32).toString('hex');
  const attested: LinkAttestation[] = [];
  /** Requests that reached the target of the redirect. */
  const redirected: string[] = [];
  let how: AttesterAnswer = 'signature';

  async function signatureFor({ typedData }: LinkAttestation): Promise<unknown> {
    const signature = await account.signTypedData(typedData);
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
    const other = privateKeyToAccount(generatePrivateKey());
    switch (how) {
      case "another key's signature":
        return other.signTypedData(typedData);
      case 'a signature of something else':
        return account.signMessage({ message: 'something else' });
      case 'a high s':
        return `0x${r}${numberToHex(ORDER - BigInt(`0x${s}`), { size: 32 }).slice(2)}${v === '1b' ? '1c' : '1b'}`;
      case 'v of 0 or 1':
        return `0x${r}${s}${v === '1b' ? '00' : '01'}`;
      case 'zeros':
        return `0x${'00'.repeat(64)}1b`;
      case 'a long signature':
        return `${signature}00`;
      case 'no signature':
        return null;
      default:
        return signature;
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (request.url === '/elsewhere') {
      redirected.push(String(request.headers.authorization));
      return response.end();
    }
    if (how === 'silence') return;
    if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${secret}`)
      return response.writeHead(401).end();
    const body: LinkAttestation & { address: string } = JSON.parse(await text(request));
    const status = { refusal: 422, 'HTTP 401': 401, 'HTTP 503': 503 }[how as string];
    if (status || body.address !== account.address || !isSound(body))
      return response.writeHead(status ?? 422).end(`No. ${secret}`);
    if (how === 'a redirect') return response.writeHead(307, { location: '/elsewhere' }).end();
    if (how === 'no JSON') return response.end('<html>');
    if (how === 'the secret') return response.end(JSON.stringify({ error: secret }));
    if (how === 'a slow body') return response.write('{"signature":');
    if (how === 'an endless body') {
      const pour = () => {
        while (!response.destroyed && response.write('0'.repeat(10_000)));
      };
      response.on('drain', pour);
      return pour();
    }
    if (how === 'signature') attested.push(body);
    return response.end(JSON.stringify({ signature: await signatureFor(body) }));
  }

  const server = createServer((request, response) => void respond(request, response));
  const { url, close } = await listen(server);
  return {
    url,
    secret,
    address: account.address,
    attested,
    redirected,
    /** Answers every request in this way from now on. */
    answer(next: AttesterAnswer): void {
      how = next;
    },
    /** The variables by which a service uses it. */
    variables: (prefix: 'DATA_ATTESTER' | 'SERVICE_ATTESTER'): Record<string, string> => ({
      [`${prefix}_URL`]: url,
      [`${prefix}_SECRET`]: secret,
      [`${prefix}_ADDRESS`]: account.address,
    }),
    stop: close,
  };
}

/** Verifies the evidence, as docs/specification/did-linking.md tells an attester to. */
function isSound({ typedData, evidence }: LinkAttestation): boolean {
  const { request, dataRoomDid, proof } = evidence;
  const requestHash = hashTypedData(request);
  return (
    typedData.message.requestHash === requestHash &&
    typedData.message.proofHash === keccak256(proof) &&
    JSON.stringify(typedData.domain) === JSON.stringify(request.domain) &&
    isSignedByDid(dataRoomDid, hexToBytes(requestHash), hexToBytes(proof))
  );
}
