import 'server-only';
import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const grantSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  /** The headers that the service signed. */
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** One PUT request that the service allowed. */
export type UploadGrant = z.infer<typeof grantSchema>;

/** The session that may use a grant. */
export interface GrantHolder {
  serviceCredential: string;
  sessionToken: string;
}

/** A path of this app that represents an upload URL of the service. */
export async function signUploadPath({ url, headers }: UploadGrant, holder: GrantHolder): Promise<string> {
  const signed = await new SignJWT({ url, headers })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(grantKey(holder));
  return `/api/uploads?grant=${signed}`;
}

/** Returns `null` if this app did not sign the grant for this session. The storage checks the expiry. */
export async function readUploadGrant(signed: string, holder: GrantHolder): Promise<UploadGrant | null> {
  const verified = await jwtVerify(signed, grantKey(holder), { algorithms: ['HS256'] }).catch(() => null);
  return grantSchema.safeParse(verified?.payload).data ?? null;
}

/** The key is the same in all processes of the app, which share a credential, and different for each session. */
function grantKey({ serviceCredential, sessionToken }: GrantHolder): Uint8Array {
  return createHmac('sha256', serviceCredential).update(`upload grant ${sessionToken}`).digest();
}
