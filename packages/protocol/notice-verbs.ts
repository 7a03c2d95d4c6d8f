/** What a notice of each kind says between the person, if there is one, and its subject. */
export const noticeVerbs = {
  ACCESS_REQUESTED: 'asks for access to',
  ACCESS_GRANTED: 'gave you access to',
  ACCESS_DECLINED: 'declined your request for access to',
  INVITATION_ACCEPTED: 'accepted an invitation to',
  COMMENTED: 'commented on',
  MENTIONED: 'mentioned you in a comment on',
  MENTIONED_BY_UNKNOWN_LAB: 'A lab you do not know mentioned you',
  REVIEW_WANTED: 'wants a review of',
  REVIEWED: 'reviewed',
  ROLE_ENDING: 'A role ends soon in',
  FOLLOWED: 'changed',
  WEBHOOK_DISABLED: 'A webhook that no longer answers was disabled in',
  MAIL_DISABLED:
    'Your mail server rejected an e-mail. Nothing more is sent until you confirm the address again.',
} as const;

/** The sentence of `MENTIONED_BY_UNKNOWN_LAB`, which names nobody. */
export const unknownLabText = (count: number) =>
  `${noticeVerbs.MENTIONED_BY_UNKNOWN_LAB}${count === 1 ? '' : ` ${count.toLocaleString('en')} times`}`;
