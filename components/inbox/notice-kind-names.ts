import type { NoticeKind } from '@labroom/client/documents';

/** What notices of a kind are called, in the plural. */
export const noticeKindNames: Readonly<Record<NoticeKind, string>> = {
  ACCESS_REQUESTED: 'Requests for access',
  ACCESS_GRANTED: 'Access that you were given',
  ACCESS_DECLINED: 'Declined requests of yours',
  INVITATION_ACCEPTED: 'Accepted invitations',
  COMMENTED: 'Comments',
  MENTIONED: 'Mentions',
  MENTIONED_BY_UNKNOWN_LAB: 'Mentions by labs that you do not know',
  REVIEW_WANTED: 'Requests for a review',
  REVIEWED: 'Reviews',
  ROLE_ENDING: 'Roles that end soon',
  FOLLOWED: 'News of what you follow',
  WEBHOOK_DISABLED: 'Disabled webhooks',
  MAIL_DISABLED: 'Rejected e-mail',
};

/** Notices about what the wallet set up itself cannot be muted. */
export const isMutable = (kind: NoticeKind) => kind !== 'WEBHOOK_DISABLED' && kind !== 'MAIL_DISABLED';
