import { claimOf } from '@labroom/protocol/name-claim';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { serviceName } from '#auth/sign-in-message.ts';
import { verifySigned } from '#auth/verify-signed.ts';
import type { SigningKeys } from '#platform/config/secrets.ts';
import { OAuthError } from './oauth-error.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** A separate type, so that no other JWT of the service passes as the id of a program. */
const TYPE = 'labroom-client+jwt';

/** A program as it registered itself. Nobody has checked its name. */
export interface OAuthClient {
  name: string;
  redirectUris: string[];
}

const namelessProgram = 'A program without a name';

const redirectUris = z.array(z.string().max(256)).min(1).max(8);
const metadataSchema = z.object({ client_name: serviceName.optional(), redirect_uris: redirectUris });
const claimsSchema = z.object({ name: z.string(), redirectUris: z.array(z.string()) });

/** Reads the metadata of a program (RFC 7591). What the service does not need is ignored. @throws OAuthError */
export function parseClient(metadata: unknown): OAuthClient {
  const { data } = metadataSchema.safeParse(metadata);
  if (!data)
    throw new OAuthError(
      'invalid_client_metadata',
      'Send redirect_uris, 1 to 8 URLs of at most 256 characters, and client_name, at most 100 printable characters.',
    );
  const { client_name, redirect_uris } = data;
  const claim = client_name && claimOf(client_name, 'program');
  if (claim) throw new OAuthError('invalid_client_metadata', `client_name ${claim}.`);
  const refused = redirect_uris.find((uri) => !isRedirectUri(uri));
  if (refused !== undefined)
    throw new OAuthError(
      'invalid_redirect_uri',
      `${refused} must be https, or http to 127.0.0.1, [::1] or localhost, without user and fragment.`,
    );
  return { name: client_name ?? namelessProgram, redirectUris: redirect_uris };
}

/**
 * The id of a program: what it registered, signed. So nothing is stored for those who only register, and the same program has the same
 * id.
 */
export function clientIdOf([key]: SigningKeys, { name, redirectUris }: OAuthClient): Promise<string> {
  return new SignJWT({ name, redirectUris }).setProtectedHeader({ alg: 'HS256', typ: TYPE }).sign(key);
}

/**
 * The program that has this id. A name from before its rules is not shown: the page that asks for access shows the host.
 * @throws OAuthError if this service did not issue it
 */
export async function readClientId(keys: SigningKeys, clientId: string): Promise<OAuthClient> {
  try {
    const client = claimsSchema.parse(
      await verifySigned(clientId, keys, { algorithms: ['HS256'], typ: TYPE }),
    );
    return { ...client, name: claimOf(client.name, 'program') ? namelessProgram : client.name };
  } catch {
    throw new OAuthError('invalid_client', 'This service did not issue the client_id. Register again.');
  }
}
