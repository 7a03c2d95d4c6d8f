import { type CredentialTerms, credentialMessage } from '@labroom/protocol/credential';
import type { Address, Hex, TypedDataDefinition } from 'viem';
import { nextMoment, type SignedWith } from './test-profile.ts';

interface Signer {
  address: Address;
  signTypedData(message: TypedDataDefinition): Promise<Hex>;
}

/** Arguments of `issueConsumerCredential`: an hour of everything, if `terms` says nothing else. */
export async function signedCredential(signer: Signer, terms: Partial<CredentialTerms>, given: SignedWith) {
  const { site, chainId = 31337, issuedAt = nextMoment() } = given;
  const expiresAt = new Date(Date.parse(issuedAt) + 3_600_000).toISOString();
  const all = { label: 'Notebook', mutations: null, labs: null, perMinute: null, expiresAt, ...terms };
  const signed = { site, chainId, issuedAt, wallet: signer.address };
  const signature = await signer.signTypedData(credentialMessage(signed, all));
  return { input: { ...all, wallet: signer.address, issuedAt }, signature };
}
