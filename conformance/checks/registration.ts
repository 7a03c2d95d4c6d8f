import assert from 'node:assert/strict';
import {
  CreateLabDocument,
  InitiateCreateOrUpdateFileDocument,
  LabMembersDocument,
  UpdateLabNftMetadataDocument,
} from '@labroom/client/documents';
import { check } from '../check/check.ts';
import { done, refused, thrown } from '../service/expect.ts';

const section = 'docs/specification/labs.md#registration';
const decidedIds = 'docs/specification/labs.md#ids';

/** How a lab of the chain is registered, and what an operation says about one that is not. */
export const registrationChecks = [
  check(
    'labs.create',
    {
      rule: 'createLab registers a lab of the chain with its data room; its caller is a member, and DID linking begins.',
      section,
      needs: ['chain', 'lab'],
    },
    async ({ service, chain, lab }) => {
      const minted = await chain.mintLab();
      const shouted = `0x${minted.oclId.slice(2).toUpperCase()}`;
      const { createLab } = await service.ask(CreateLabDocument, { oclId: shouted }, lab.visitor.token);
      const { message, lab: made } = done(createLab);
      assert.ok(message.length > 0);
      assert.deepEqual(made, {
        oclId: minted.oclId,
        shortname: `lab-${minted.tokenId}`,
        labAccountAddress: minted.account.toLowerCase(),
        labNftTokenId: String(minted.tokenId),
      });
      const query = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { id alias files { did } } }
        getDidLinkStatus(oclId: $oclId) { didLinkStatus { status } } }`;
      const { labWithDataRoomAndFiles, getDidLinkStatus } = await service.ask(query, { oclId: minted.oclId });
      assert.deepEqual(labWithDataRoomAndFiles.dataRoom.files, []);
      assert.equal(labWithDataRoomAndFiles.dataRoom.alias, made.shortname);
      assert.ok(getDidLinkStatus.didLinkStatus.status);
      const { members } = (await service.ask(LabMembersDocument, { oclId: minted.oclId })).listLabMembers;
      assert.ok(members.some((member: { walletAddress: string }) => member.walletAddress === lab.wallet));
    },
  ),

  check(
    'labs.create.again',
    {
      rule: 'createLab again is CONFLICT, PROJECT_CONFLICT, for every wallet, and lab is null.',
      section: `${section}; ${decidedIds}`,
      needs: ['lab', 'newcomer'],
    },
    async ({ lab, newcomer }) => {
      for (const caller of [lab, lab.as(await newcomer())]) {
        const again = await caller.mutate(CreateLabDocument, { oclId: lab.oclId });
        refused(again, 'CONFLICT', 'PROJECT_CONFLICT');
        assert.equal(again.lab, null);
      }
    },
  ),

  check(
    'labs.unregistered',
    {
      rule: 'An operation on a lab that the chain confirms and that is not registered is NOT_FOUND, LAB_NOT_REGISTERED; on an id that the chain does not confirm OCL_NOT_FOUND.',
      section: decidedIds,
      needs: ['chain', 'lab'],
    },
    async ({ service, chain, lab }) => {
      const minted = await chain.mintLab();
      const forged = `0x0101${'ff'.repeat(10)}${minted.oclId.slice(26)}`;
      const expected = { [minted.oclId]: 'LAB_NOT_REGISTERED', [forged]: 'OCL_NOT_FOUND' };
      for (const [oclId, reason] of Object.entries(expected)) {
        thrown(await service.post(LabMembersDocument, { oclId }), 'NOT_FOUND', reason);
        const { token } = lab.visitor;
        const update = await service.ask(
          UpdateLabNftMetadataDocument,
          { oclId, input: { name: 'x' } },
          token,
        );
        refused(update.updateLabNftMetadata, 'NOT_FOUND', reason);
        const upload = await service.ask(
          InitiateCreateOrUpdateFileDocument,
          { oclId, contentType: 'a/b', contentLength: 1 },
          token,
        );
        refused(upload.initiateCreateOrUpdateFile, 'NOT_FOUND', reason);
      }
    },
  ),

  check(
    'labs.create.forged',
    {
      rule: 'An oclId that the chain does not confirm is NOT_FOUND, OCL_NOT_FOUND; another version or namespace is INVALID_OCL_ID.',
      section: decidedIds,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const create = (oclId: string) => lab.mutate(CreateLabDocument, { oclId });
      const unminted = `0x0101${'ff'.repeat(10)}${lab.oclId.slice(26)}`;
      const anotherAccount = `${lab.oclId.slice(0, 26)}${'11'.repeat(20)}`;
      for (const forged of [unminted, anotherAccount])
        refused(await create(forged), 'NOT_FOUND', 'OCL_NOT_FOUND');
      const rest = lab.oclId.slice(6);
      for (const malformed of [
        '',
        '0x',
        `0x0201${rest}`,
        `0x0102${rest}`,
        `${lab.oclId}00`,
        lab.oclId.slice(2),
      ])
        refused(await create(malformed), 'VALIDATION_FAILED', 'INVALID_OCL_ID');
    },
  ),
];
