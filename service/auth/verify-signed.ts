import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import type { SigningKeys } from '../platform/config/secrets.ts';

/**
 * Verifies a JWT signed by this service with any of the keys. An error other than a wrong signature is thrown at once.
 * @throws JOSEError
 */
export async function verifySigned(
  token: string,
  [key, ...others]: SigningKeys,
  rules: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, key, rules)).payload;
  } catch (error) {
    const [next, ...rest] = others;
    if (!next || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return verifySigned(token, [next, ...rest], rules);
  }
}
