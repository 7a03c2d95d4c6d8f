import { expect, it } from 'vitest';
import { collectionMetadata, mintedMetadata, tokenMetadata } from './wallet-metadata.ts';

const webUrl = 'https://labroom.example';
const oclId = `0x0101${'0'.repeat(18)}07${'ab'.repeat(20)}`;
const lab = {
  oclId,
  shortname: 'soil-genomes',
  name: 'Soil "genomes"',
  description: ' Reads and assemblies. ',
  image: 'https://service.example/images/1.webp',
  labNftTokenId: '7',
  mintedAt: '2026-01-02T03:04:05.000Z',
  trlValue: 'TRL4',
  isVerified: true,
  fileCount: 12,
} as const;

it('describes a lab with a picture', () => {
  expect(tokenMetadata(lab, webUrl)).toEqual({
    name: 'Soil "genomes"',
    description: 'Reads and assemblies.',
    image: 'https://service.example/images/1.webp',
    external_url: 'https://labroom.example/labs/soil-genomes',
    attributes: [
      { trait_type: 'Lab number', value: '7' },
      { trait_type: 'Files', value: 12, display_type: 'number' },
      { trait_type: 'Technology readiness level', value: 'TRL4' },
      { trait_type: 'Verified', value: 'yes' },
      { trait_type: 'Minted', value: 1767323045, display_type: 'date' },
    ],
  });
});

it('describes a lab without a profile by its number and its drawing', () => {
  const bare = { ...lab, name: null, description: null, image: null, mintedAt: null, trlValue: null };
  expect(tokenMetadata({ ...bare, isVerified: false, fileCount: 0 }, webUrl)).toEqual({
    name: 'Lab #7',
    description: 'Lab #7, a data room for research on Labroom.',
    image: `https://labroom.example/marks/1/labs/${oclId}/square.svg`,
    external_url: 'https://labroom.example/labs/soil-genomes',
    attributes: [
      { trait_type: 'Lab number', value: '7' },
      { trait_type: 'Files', value: 0, display_type: 'number' },
      { trait_type: 'Verified', value: 'no' },
    ],
  });
});

it('describes a lab that is minted only, and leads to its page', () => {
  const minted = { oclId, labNftTokenId: '7', account: `0x${'ab'.repeat(20)}` };
  expect(mintedMetadata(minted, webUrl)).toEqual({
    name: 'Lab #7',
    description: 'Lab #7 is minted and not registered on Labroom yet.',
    image: `https://labroom.example/marks/1/labs/${oclId}/square.svg`,
    external_url: `https://labroom.example/labs/${oclId}`,
    attributes: [{ trait_type: 'Lab number', value: '7' }],
  });
});

it('describes the collection', () => {
  expect(collectionMetadata(webUrl)).toMatchObject({
    name: 'Labs',
    image: 'https://labroom.example/icon-512.png',
    external_link: webUrl,
  });
});
