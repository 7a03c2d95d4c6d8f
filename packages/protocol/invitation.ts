import { domainOf } from './signed-message.ts';

/** Links that invite to a lab (docs/specification/invitations.md). */

export const invitationLimits = {
  /** People whom one link invites. */
  uses: 100,
  /** Days for which a link works. */
  days: 90,
  /** Links of a lab that still work. */
  openOfLab: 100,
} as const;

const types = {
  InvitationProof: [
    { name: 'site', type: 'string' },
    { name: 'invitation', type: 'string' },
    { name: 'wallet', type: 'address' },
  ],
} as const;

interface ProofOf {
  chainId: number;
  /** Host of the web app, with its port. */
  site: string;
  /** Id of the invitation. */
  invitation: string;
  /** The wallet that accepts. */
  wallet: `0x${string}`;
}

/**
 * The message (EIP-712) by which the holder of a link proves its secret, a private key, for one wallet. The secret is sent
 * nowhere.
 */
export function invitationProofMessage({ chainId, ...message }: ProofOf) {
  return { domain: domainOf(chainId), types, primaryType: 'InvitationProof', message } as const;
}
