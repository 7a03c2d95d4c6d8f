import assert from 'node:assert/strict';
import { InboxDocument, MuteDocument, MutesDocument, UnmuteDocument } from '@labroom/client/documents';
import { beginThread } from '@labroom/testing/test-comments.ts';
import { check } from '../check/check.ts';
import { done, refused } from '../service/expect.ts';
import type { Service } from '../service/service.ts';
import type { Visitor } from '../service/sign-in.ts';

const unknown = 'docs/specification/notifications.md#labs-that-a-wallet-does-not-know';
const muting = 'docs/specification/notifications.md#muting';

interface Listed {
  kind: string;
  oclId: string | null;
  by: string | null;
  count: number;
}

async function inboxOf(service: Service, { token }: Visitor): Promise<Listed[]> {
  const { inbox } = await service.ask(InboxDocument, { page: 0, perPage: 50, onlyUnread: false }, token);
  return inbox.nodes;
}
const muteOf = async (service: Service, { token }: Visitor, input: object) =>
  (await service.ask(MuteDocument, { input }, token)).mute;

export const noticeChecks = [
  check(
    'notices.unknown-lab',
    {
      rule: 'Mentions of a wallet that does not know the lab are one notice, which counts them and names no person.',
      section: unknown,
      needs: ['lab', 'newcomer'],
    },
    async ({ service, lab, newcomer }) => {
      const visitor = await newcomer();
      const mention = `@${visitor.wallet.address}`;
      for (let time = 0; time < 3; time += 1) done(await beginThread(service, lab.author, {}, mention));
      const [notice, ...others] = await inboxOf(service, visitor);
      assert.equal(others.length, 0);
      const { kind, oclId, by, count } = notice ?? {};
      assert.deepEqual([kind, oclId, by, count], ['MENTIONED_BY_UNKNOWN_LAB', lab.oclId, null, 3]);
    },
  ),

  check(
    'notices.member',
    {
      rule: 'A mention reaches a wallet that has a role in the lab by the chain of this moment.',
      section: unknown,
      needs: ['lab', 'newcomer', 'chain'],
    },
    async ({ service, lab, newcomer, chain }) => {
      const visitor = await newcomer();
      await chain.grantRole({ oclId: lab.oclId, to: visitor.wallet.address, role: 'VIEWER' });
      done(await beginThread(service, lab.author, {}, `@${visitor.wallet.address}`));
      const notices = await inboxOf(service, visitor);
      const mentions = notices.filter(({ kind }) => kind.startsWith('MENTIONED'));
      assert.deepEqual(
        mentions.map(({ kind, by }) => [kind, by]),
        [['MENTIONED', lab.wallet]],
      );
    },
  ),

  check(
    'notices.mute',
    {
      rule: 'A muted lab, wallet or kind reaches the inbox no more, until it is unmuted; only the wallet itself reads its mutes.',
      section: muting,
      needs: ['lab', 'newcomer'],
    },
    async ({ service, lab, newcomer }) => {
      const targets = [
        { lab: lab.oclId },
        { wallet: lab.wallet },
        { noticeKind: 'MENTIONED_BY_UNKNOWN_LAB' },
      ];
      for (const target of targets) {
        const visitor = await newcomer();
        const { mute } = done(await muteOf(service, visitor, target));
        done(await beginThread(service, lab.author, {}, `@${visitor.wallet.address}`));
        assert.deepEqual(await inboxOf(service, visitor), []);
        const other = await newcomer();
        assert.equal((await service.ask(MutesDocument, {}, other.token)).mutes.nodes.length, 0);
        done((await service.ask(UnmuteDocument, { id: mute.id }, other.token)).unmute);
        assert.equal((await service.ask(MutesDocument, {}, visitor.token)).mutes.nodes.length, 1);
        done((await service.ask(UnmuteDocument, { id: mute.id }, visitor.token)).unmute);
        done(await beginThread(service, lab.author, {}, `@${visitor.wallet.address}`));
        assert.equal((await inboxOf(service, visitor)).length, 1);
      }
      const visitor = await newcomer();
      for (const input of [{}, { noticeKind: 'MAIL_DISABLED' }, { lab: lab.oclId, wallet: lab.wallet }])
        refused(await muteOf(service, visitor, input), 'VALIDATION_FAILED');
    },
  ),
];
