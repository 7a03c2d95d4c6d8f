import { explainFailure, type FailureText, type RevertTexts } from '../wallet/explain-failure.ts';

const reverts: RevertTexts = {
  NotWriter: {
    title: 'The chain does not let this wallet share files of the lab, or take them back.',
    advice:
      'The wallet that holds the lab may, and contributors may for entries of contributors. Where a Safe holds the lab, the Safe itself does.',
  },
  InvalidExpiry: { title: 'The access must end in the future, within the next 100 years.' },
  ClaimExpired: { title: 'This link is too old.', advice: 'Ask for a new one.' },
  ClaimOfFormerEpoch: {
    title: 'The lab has ended all access since this link was made.',
    advice: 'Ask for a new one.',
  },
  ClaimUsed: {
    title: 'This link was used as often as it may be, or it was ended.',
    advice: 'Ask for a new one.',
  },
  AlreadyRedeemed: { title: 'This wallet has used this link before.' },
  InvalidSignature: { title: 'This link is not signed by who it says.' },
  GrantsPaused: {
    title: 'Sharing is paused on this contract.',
    advice: 'Entries still hold, and can be taken back.',
  },
};

/** Explains why the access list of a lab was not changed. */
export const explainListFailure = (error: unknown): FailureText => explainFailure(error, reverts);
