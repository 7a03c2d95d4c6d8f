import { createServer } from 'node:http';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { listen } from './transports/listen.ts';

export interface SigningKey {
  alg: string;
  privateKey: CryptoKey;
  /** As it stands in the key set. */
  jwk: JWK;
}

export interface TestIssuer {
  /** `iss`, and where discovery begins. */
  issuer: string;
  jwksUrl: string;
  /** The key set as it is served; a test may change it. */
  keys: JWK[];
  /** The key that signs unless a test says otherwise. */
  key: SigningKey;
  /** Paths that were asked for. */
  visits: string[];
  /** Answers everything with this status, or not at all, until set back to null. */
  fault: number | 'hang' | null;
  /** Replaces the discovery document. */
  discovery: Record<string, unknown> | null;
  /** A new key in place of all others. */
  rotate(alg?: string): Promise<SigningKey>;
  /** A token for `tests`, good for five minutes, unless the claims or the header say otherwise. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>, key?: SigningKey): Promise<string>;
  stop(): Promise<void>;
}

/** An identity provider on 127.0.0.1: a discovery document, a key set, and real signatures. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const first = await signingKey();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    provider.visits.push(path);
    if (provider.fault === 'hang') return;
    if (provider.fault !== null) return void response.writeHead(provider.fault, { location: '/keys' }).end();
    const { issuer, jwksUrl, keys, discovery } = provider;
    const body = path === '/keys' ? { keys } : (discovery ?? { issuer, jwks_uri: jwksUrl });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  const { url: issuer, close } = await listen(server);
  const provider: TestIssuer = {
    issuer,
    jwksUrl: `${issuer}/keys`,
    keys: [first.jwk],
    key: first,
    visits: [],
    fault: null,
    discovery: null,
    async rotate(alg) {
      const key = await signingKey(alg);
      provider.key = key;
      provider.keys.splice(0, Number.POSITIVE_INFINITY, key.jwk);
      return key;
    },
    sign(claims, header = {}, key = provider.key) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: issuer, aud: 'tests', sub: 'user-1', iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: key.alg, kid: key.jwk.kid, typ: 'JWT', ...header })
        .sign(key.privateKey);
    },
    stop: close,
  };
  return provider;
}

let made = 0;
let rsa: Promise<JWK> | undefined;

/** A key pair with a `kid` of its own. */
export async function signingKey(alg = 'ES256'): Promise<SigningKey> {
  const isRsa = /^[RP]S/.test(alg);
  const pair = isRsa ? await rsaPair() : await newPair(alg);
  const privateKey = await importJWK(pair, alg, { extractable: true });
  if (privateKey instanceof Uint8Array) throw new Error(`${alg} has no key pair`);
  made += 1;
  const { d, p, q, dp, dq, qi, ...publicKey } = pair;
  return { alg, privateKey, jwk: { ...publicKey, alg, use: 'sig', kid: `key-${made}` } };
}

async function newPair(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return exportJWK(privateKey);
}

/** One pair of RSA for all algorithms: to make one takes long, and tests tell keys apart by their `kid`. */
function rsaPair(): Promise<JWK> {
  rsa ??= newPair('RS256');
  return rsa;
}
