import { isMember } from '#core/rights/sees-hidden.ts';
import type { noticeKinds } from '../platform/db/tables/notices.ts';
import { profileOf } from './profile-fields.ts';
import type { FollowResolvers, MuteResolvers, NoticeResolvers } from './resolvers.generated.ts';

export const noticeFields: NoticeResolvers = {
  id: ({ number }) => String(number),
  lab: ({ oclId }, _, { loaders }) => (oclId === null ? null : loaders.registeredLabs.load(oclId)),
  profile: profileOf(({ by }) => by),
  eventCursor: ({ eventNumber }) => (eventNumber === null ? null : String(eventNumber)),
  event: async ({ eventNumber }, _, context) => {
    const event = eventNumber === null ? null : await context.loaders.events.load(eventNumber);
    if (!event) return null;
    const lab = await context.loaders.registeredLabs.load(event.oclId);
    const isShown = !event.activity?.isHidden && !lab?.isHidden;
    return isShown || (await isMember(context, event.oclId)) ? event : null;
  },
  follow: ({ followId }, _, { loaders }) => (followId === null ? null : loaders.follows.load(followId)),
  isRead: ({ readAt }) => readAt !== null,
};

export const followFields: FollowResolvers = {
  lab: ({ oclId }, _, { loaders }) => (oclId === null ? null : loaders.registeredLabs.load(oclId)),
  path: async ({ path, ref }, _, { loaders }) =>
    ref === null ? path : ((await loaders.files.load(ref))?.path ?? null),
};

export const muteFields: MuteResolvers = {
  oclId: ({ kind, target }) => (kind === 'LAB' ? target : null),
  lab: ({ kind, target }, _, { loaders }) => (kind === 'LAB' ? loaders.registeredLabs.load(target) : null),
  wallet: ({ kind, target }) => (kind === 'WALLET' ? target : null),
  profile: profileOf(({ kind, target }) => (kind === 'WALLET' ? target : null)),
  noticeKind: ({ kind, target }) =>
    kind === 'NOTICE_KIND' ? (target as (typeof noticeKinds)[number]) : null,
};
