import 'server-only';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { labMarkUrl } from '#lib/marks/picture-urls.ts';
import type { MintedLab } from './load-minted-lab.ts';

interface Attribute {
  trait_type: string;
  value: string | number;
  display_type?: 'date' | 'number';
}

/** Metadata of an NFT as wallets and markets read it: ERC-721, section "Metadata", with the attributes of markets. */
export interface WalletMetadata {
  name: string;
  description: string;
  image: string;
  external_url: string;
  attributes: readonly Attribute[];
}

type ShownLab = Pick<
  LabIdentity,
  | 'oclId'
  | 'shortname'
  | 'name'
  | 'description'
  | 'image'
  | 'labNftTokenId'
  | 'mintedAt'
  | 'trlValue'
  | 'isVerified'
  | 'fileCount'
>;

/** What `LabNFT.tokenURI` names. A lab without a picture has the one that is drawn from its id. */
export function tokenMetadata(lab: ShownLab, webUrl: string): WalletMetadata {
  return {
    name: labTitle(lab),
    description: lab.description?.trim() || `Lab #${lab.labNftTokenId}, a data room for research on Labroom.`,
    image: lab.image ?? webUrl + labMarkUrl(lab.oclId, 'square'),
    external_url: webUrl + labPath(lab.shortname),
    attributes: [
      numberOf(lab),
      { trait_type: 'Files', value: lab.fileCount, display_type: 'number' },
      ...(lab.trlValue === null ? [] : [{ trait_type: 'Technology readiness level', value: lab.trlValue }]),
      { trait_type: 'Verified', value: lab.isVerified ? 'yes' : 'no' },
      ...(lab.mintedAt === null ? [] : [mintedOn(lab.mintedAt)]),
    ],
  };
}

/** What `LabNFT.tokenURI` names until the lab is registered. */
export function mintedMetadata(lab: MintedLab, webUrl: string): WalletMetadata {
  const title = labTitle({ ...lab, name: null });
  return {
    name: title,
    description: `${title} is minted and not registered on Labroom yet.`,
    image: webUrl + labMarkUrl(lab.oclId, 'square'),
    external_url: webUrl + labPath(lab.oclId),
    attributes: [numberOf(lab)],
  };
}

/** What `LabNFT.contractURI` names (ERC-7572). */
export function collectionMetadata(webUrl: string) {
  return {
    name: 'Labs',
    symbol: 'LAB',
    description:
      'One token is one lab: a data room for research, its account and its token belong to the holder.',
    image: `${webUrl}/icon-512.png`,
    external_link: webUrl,
  };
}

const numberOf = ({ labNftTokenId }: { labNftTokenId: string }): Attribute => ({
  trait_type: 'Lab number',
  value: labNftTokenId,
});

const mintedOn = (mintedAt: string): Attribute => ({
  trait_type: 'Minted',
  value: Math.floor(Date.parse(mintedAt) / 1000),
  display_type: 'date',
});
