import { DeleteProfileDocument, SetProfileDocument } from '@labroom/client/documents';
import { type ProfileTexts, profileDeletionMessage, profileMessage } from '@labroom/protocol/profile';
import type { Address, Hex, TypedDataDefinition } from 'viem';
import { type Api, resultOf } from './test-client.ts';

interface Signer {
  address: Address;
  signTypedData(message: TypedDataDefinition): Promise<Hex>;
}

export interface SignedWith {
  /** Host that the message names. */
  site: string;
  chainId?: number;
  issuedAt?: string;
}

let last = 0;
/** The present time, later than that of any message before. */
export function nextMoment(): string {
  last = Math.max(Date.now(), last + 1);
  return new Date(last).toISOString();
}

/** Arguments of `setProfile`. */
export async function signedProfile(signer: Signer, texts: Partial<ProfileTexts>, given: SignedWith) {
  const { site, chainId = 31337, issuedAt = nextMoment() } = given;
  const all = {
    name: 'Ada Lovelace',
    orcid: null,
    affiliation: null,
    website: null,
    pictureSha256: null,
    ...texts,
  };
  const signed = { site, chainId, issuedAt, wallet: signer.address };
  const signature = await signer.signTypedData(profileMessage(signed, all));
  return { input: { ...all, wallet: signer.address, issuedAt }, signature };
}

/** Arguments of `deleteProfile`. */
export async function signedDeletion(signer: Signer, given: SignedWith) {
  const { site, chainId = 31337, issuedAt = nextMoment() } = given;
  const signed = { site, chainId, issuedAt, wallet: signer.address };
  const signature = await signer.signTypedData(profileDeletionMessage(signed));
  return { wallet: signer.address, issuedAt, signature };
}

export const setProfile = (service: Api, args: object) => resultOf(service, SetProfileDocument, args);

export const deleteProfile = (service: Api, args: object) => resultOf(service, DeleteProfileDocument, args);
