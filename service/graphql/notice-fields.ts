import { profileOf } from './profile-fields.ts';
import type { FollowResolvers, NoticeResolvers } from './resolvers.generated.ts';

export const noticeFields: NoticeResolvers = {
  id: ({ number }) => String(number),
  lab: ({ oclId }, _, { loaders }) => (oclId === null ? null : loaders.registeredLabs.load(oclId)),
  profile: profileOf(({ by }) => by),
  eventCursor: ({ eventNumber }) => (eventNumber === null ? null : String(eventNumber)),
  event: ({ eventNumber }, _, { loaders }) =>
    eventNumber === null ? null : loaders.events.load(eventNumber),
  follow: ({ followId }, _, { loaders }) => (followId === null ? null : loaders.follows.load(followId)),
  isRead: ({ readAt }) => readAt !== null,
};

export const followFields: FollowResolvers = {
  lab: ({ oclId }, _, { loaders }) => (oclId === null ? null : loaders.registeredLabs.load(oclId)),
  path: async ({ path, ref }, _, { loaders }) =>
    ref === null ? path : ((await loaders.files.load(ref))?.path ?? null),
};
