import { CreateInvitationDocument, type InvitationFieldsFragment } from '@labroom/client/documents';
import { invitationProofMessage } from '@labroom/protocol/invitation';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signedAccessRequest } from './test-access-request.ts';
import { type Api, resultOf } from './test-client.ts';
import type { SignedWith } from './test-profile.ts';
import type { TestService } from './test-service.ts';
import type { Author } from './test-upload.ts';

type Offer = Partial<{ role: string; until: string; uses: number; expiresAt: string }>;

/** Arguments of `createInvitation`, with the secret of the link. */
export function invitationTo(oclId: string, offer: Offer = {}) {
  const secret = generatePrivateKey();
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const defaults = { role: 'VIEWER', uses: 1, expiresAt };
  const secretAddress = privateKeyToAccount(secret).address;
  return { input: { ...defaults, ...offer, oclId, secretAddress }, secret };
}

/** An invitation of this member, with the secret of its link. */
export async function newInvitation(
  service: Api,
  { oclId, token }: Pick<Author, 'oclId' | 'token'>,
  offer: Offer = {},
): Promise<InvitationFieldsFragment & { secret: Hex }> {
  const { input, secret } = invitationTo(oclId, offer);
  const { invitation, error } = await resultOf(service, CreateInvitationDocument, { input }, token);
  if (!invitation) throw new Error(`The invitation was refused: ${error?.message}`);
  return { ...invitation, secret };
}

type Signer = Parameters<typeof signedAccessRequest>[0];

/** Arguments of `requestAccess` that accept an invitation. */
export async function signedAcceptance(
  signer: Signer,
  invitation: Pick<InvitationFieldsFragment, 'id' | 'oclId' | 'role' | 'until'> & { secret: Hex },
  given: SignedWith,
) {
  const { id, oclId, role, until, secret } = invitation;
  const asked = { oclId, role: role as 'VIEWER', until, invitation: id };
  const { input, signature } = await signedAccessRequest(signer, asked, given);
  const { site, chainId = 31337 } = given;
  const proof = await privateKeyToAccount(secret).signTypedData(
    invitationProofMessage({ chainId, site, invitation: id, wallet: signer.address }),
  );
  return { input: { ...input, invitation: { id, proof } }, signature };
}

export const siteOf = ({ context }: TestService) => new URL(context.config.http.webUrl).host;
