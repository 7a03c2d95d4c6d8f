import { LabMembersDocument } from '@labroom/client/documents';
import { z } from 'zod';
import { fieldCheck } from '../check/field-check.ts';
import {
  accessLevel,
  address,
  dateTime,
  decimal,
  did,
  mimeType,
  oclId,
  strings,
  text,
  words,
} from '../check/shapes.ts';

const FIELDS = `oclId shortname name description labAccountAddress labNftTokenId latestContributionAt
  members { walletAddress role }`;
const BOTH = `query($oclId: String!) { labs(perPage: 10) { nodes { ${FIELDS} } }
  labWithDataRoomAndFiles(oclId: $oclId) { ${FIELDS} dataRoom { id alias files { id did path name version contentType accessLevel
    description tags categories contentText downloadUrl downloadUrlExpiry } } } }`;

const member = z.object({ walletAddress: address, role: z.enum(['OWNER', 'CONTRIBUTOR', 'VIEWER']) });

export const labFieldChecks = [
  fieldCheck({
    type: 'Lab',
    section: 'docs/specification/fields.md#lab',
    needs: ['sample'],
    read: async ({ service, sample }) => {
      const { labs, labWithDataRoomAndFiles } = await service.ask(BOTH, { oclId: sample.oclId });
      return [...labs.nodes, labWithDataRoomAndFiles];
    },
    shape: {
      oclId,
      shortname: words,
      name: text,
      description: text,
      labAccountAddress: address,
      labNftTokenId: decimal,
      latestContributionAt: dateTime.nullable(),
      members: z.array(member).min(1),
    },
  }),

  fieldCheck({
    type: 'DataRoom',
    section: 'docs/specification/fields.md#data-room',
    needs: ['sample'],
    read: async ({ service, sample }) => {
      const { labWithDataRoomAndFiles } = await service.ask(BOTH, { oclId: sample.oclId });
      return [labWithDataRoomAndFiles.dataRoom];
    },
    shape: { id: words, alias: words, files: z.array(z.object({ did })).min(1) },
  }),

  fieldCheck({
    type: 'DataRoomFile',
    section: 'docs/specification/fields.md#data-room-file',
    needs: ['sample'],
    read: async ({ service, sample }) => {
      const { labWithDataRoomAndFiles } = await service.ask(BOTH, { oclId: sample.oclId });
      return labWithDataRoomAndFiles.dataRoom.files;
    },
    shape: {
      id: words,
      did,
      path: words,
      name: words,
      version: z.int().min(1),
      contentType: mimeType,
      accessLevel,
      description: text,
      tags: strings,
      categories: strings,
      contentText: text,
      downloadUrl: z.url(),
      downloadUrlExpiry: dateTime,
    },
  }),

  fieldCheck({
    type: 'Member',
    section: 'docs/specification/fields.md#member',
    needs: ['sample'],
    read: async ({ service, sample }) =>
      (await service.ask(LabMembersDocument, { oclId: sample.oclId })).listLabMembers.members,
    shape: {
      walletAddress: address,
      role: z.enum(['OWNER', 'CONTRIBUTOR', 'VIEWER']),
      source: z.enum(['ONCHAIN_EVENT', 'MULTISIG_RESOLUTION', 'ACCESS_CONTRACT', 'ACCESS_RESOLVER_EVENT']),
      expiry: decimal.nullable(),
      isAgent: z.boolean(),
      grantedAt: dateTime,
      grantedBeforeHolder: z.boolean(),
      letInBy: z.string().nullable(),
    },
  }),
];
