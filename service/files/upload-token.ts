import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Environment } from '../config/config.ts';
import { ServiceError } from '../errors.ts';

const TYPE = 'labroom-upload+jwt';
const claimsSchema = z.object({ sub: z.uuid() });

/** Signs an upload's id. What it stands for, and until when, is in the `uploads` table. */
export function signUploadToken(
  key: Uint8Array,
  environment: Environment,
  uploadId: string,
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setAudience(environment)
    .setSubject(uploadId)
    .sign(key);
}

/** The upload's id. Expiry is the upload's own affair: a finished one may still be asked for its result. */
export async function readUploadToken(
  key: Uint8Array,
  environment: Environment,
  token: string,
): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: TYPE,
      audience: environment,
    });
    return claimsSchema.parse(payload).sub;
  } catch (cause) {
    throw new ServiceError('VALIDATION_FAILED', 'uploadToken is not one of ours.', {
      reason: 'UPLOAD_TOKEN_MISMATCH',
      cause,
    });
  }
}
