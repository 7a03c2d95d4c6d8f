import assert from 'node:assert/strict';
import { CreateLabDocument } from '@labroom/client/documents';
import { DID_STATUS, ON_CHAIN } from '@labroom/testing/documents.ts';
import { z } from 'zod';
import { check } from '../check/check.ts';
import { fieldCheck } from '../check/field-check.ts';
import { dateTime, did, hash, oclId } from '../check/shapes.ts';
import { done, thrown } from '../service/expect.ts';
import type { Service } from '../service/service.ts';
import { until } from '../service/until.ts';

const section = 'docs/specification/did-linking.md#states; docs/specification/fields.md#did-link-status';

async function statusOf(service: Service, id: string) {
  return (await service.ask(DID_STATUS, { oclId: id })).getDidLinkStatus;
}

export const didChecks = [
  fieldCheck({
    type: 'DidLinkStatus',
    section: 'docs/specification/fields.md#did-link-status',
    needs: ['sample'],
    read: async ({ service, sample }) => [(await statusOf(service, sample.oclId)).didLinkStatus],
    shape: {
      oclId,
      status: z.enum(['PENDING', 'SUBMITTED', 'LINKED', 'FAILED']).nullable(),
      userOpHash: hash.nullable(),
      txHash: hash.nullable(),
      accountDid: did,
      dataRoomDid: did,
      linkedDidCount: z.int().min(0),
      attempts: z.int().min(0),
      updatedAt: dateTime,
    },
  }),

  check(
    'did.before',
    {
      rule: 'A lab that exists onchain and is not registered has status null, and no attempts.',
      section,
      needs: ['chain'],
    },
    async ({ service, chain }) => {
      const minted = await chain.mintLab();
      const { message, didLinkStatus } = await statusOf(service, minted.oclId);
      assert.ok(message.length > 0);
      assert.deepEqual(
        [didLinkStatus.oclId, didLinkStatus.status, didLinkStatus.attempts],
        [minted.oclId, null, 0],
      );
    },
  ),

  check(
    'did.unknown',
    {
      rule: 'A lab that the chain does not know is thrown NOT_FOUND.',
      section: 'docs/specification/wire.md#answers',
    },
    async ({ service }) => {
      thrown(await service.post(DID_STATUS, { oclId: `0x0101${'ee'.repeat(30)}` }), 'NOT_FOUND');
    },
  ),

  check(
    'did.linked',
    {
      rule: 'Linking begins by itself with createLab: PENDING, SUBMITTED with its user operation, LINKED with both onchain events.',
      section: `${section}; docs/specification/did-linking.md#user-operation`,
      needs: ['chain', 'lab', 'didLinking'],
    },
    async ({ service, chain, lab }) => {
      const { oclId: id } = await chain.mintLab();
      const seen: string[] = [];
      done((await service.ask(CreateLabDocument, { oclId: id }, lab.visitor.token)).createLab);
      const linked = await until('the DIDs are linked', async () => {
        const { didLinkStatus } = await statusOf(service, id);
        if (seen.at(-1) !== didLinkStatus.status) seen.push(didLinkStatus.status);
        return didLinkStatus.status === 'LINKED' ? didLinkStatus : null;
      });
      const order = ['PENDING', 'SUBMITTED', 'LINKED'];
      assert.deepEqual(
        seen,
        order.filter((state) => seen.includes(state)),
      );
      assert.equal(linked.linkedDidCount, 2);
      assert.ok(linked.attempts >= 1);
      const rows = (await service.ask(ON_CHAIN, { oclId: id })).onChainActivity;
      const links = rows.filter(({ eventName }: { eventName: string }) => eventName === 'DidLinked');
      assert.deepEqual(
        links.map(({ args }: { args: { did: string } }) => args.did).sort(),
        [linked.accountDid, linked.dataRoomDid].sort(),
      );
      assert.ok(links.every(({ txHash }: { txHash: string }) => txHash === linked.txHash));
      assert.ok(linked.userOpHash);
    },
  ),
];
