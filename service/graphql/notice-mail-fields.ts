import type { NoticeMailResolvers } from './resolvers.generated.ts';

export const noticeMailFields: NoticeMailResolvers = {
  state: ({ confirmedAt, disabledAt }) =>
    disabledAt ? 'DISABLED' : confirmedAt ? 'CONFIRMED' : 'UNCONFIRMED',
  confirmBy: ({ confirmBy, confirmedAt }) => (confirmedAt ? null : confirmBy),
};
