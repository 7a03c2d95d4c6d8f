import type { Environment } from '@labroom/protocol/environments';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { verifySigned } from '#auth/verify-signed.ts';
import { uploadTokenMismatch } from '#core/files/file-errors.ts';
import type { SigningKeys } from '#platform/config/secrets.ts';

const TYPE = 'labroom-upload+jwt';
/** `lab`: absent in tokens that were issued before the claim existed. */
const claimsSchema = z.object({ sub: z.uuid(), lab: z.string().optional() });

/** Signs an upload's id and lab. The rest, expiry included, is in the `uploads` table. */
export function signUploadToken(
  keys: SigningKeys,
  environment: Environment,
  { id, oclId }: { id: string; oclId: string },
): Promise<string> {
  return new SignJWT({ lab: oclId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setAudience(environment)
    .setSubject(id)
    .sign(keys[0]);
}

/**
 * Returns the upload's id. Does not check the expiry: a finished upload returns its result again after that.
 * @param oclId the lab that the caller names
 * @throws ServiceError `VALIDATION_FAILED`, reason `UPLOAD_TOKEN_MISMATCH`, for a token of another lab or a forged one
 */
export async function readUploadToken(
  keys: SigningKeys,
  environment: Environment,
  token: string,
  oclId: string,
): Promise<string> {
  const { sub, lab = oclId } = await verifiedClaims(keys, environment, token);
  if (lab !== oclId)
    throw uploadTokenMismatch('The upload token belongs to another lab or wallet. Start a new upload.');
  return sub;
}

async function verifiedClaims(keys: SigningKeys, environment: Environment, token: string) {
  try {
    const payload = await verifySigned(token, keys, {
      algorithms: ['HS256'],
      typ: TYPE,
      audience: environment,
    });
    return claimsSchema.parse(payload);
  } catch (cause) {
    throw uploadTokenMismatch('The upload token is invalid. Start a new upload.', cause);
  }
}
