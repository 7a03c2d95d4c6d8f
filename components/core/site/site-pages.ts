interface SitePage {
  name: string;
  path: string;
  /** Whether the link is in the header or in the footer of every page. */
  place: 'header' | 'footer';
}

/** The pages of this site for the header, the footer and the command palette. */
export const sitePages: readonly SitePage[] = [
  { name: 'Labs', path: '/labs', place: 'header' },
  { name: 'Activity', path: '/activity', place: 'header' },
  { name: 'Search', path: '/search', place: 'header' },
  { name: 'How it works', path: '/how-it-works', place: 'header' },
  { name: 'New lab', path: '/labs/new', place: 'footer' },
  { name: 'Inbox', path: '/inbox', place: 'footer' },
  { name: 'Account', path: '/account', place: 'footer' },
  { name: 'Verify', path: '/verify', place: 'footer' },
  { name: 'Developers', path: '/developers', place: 'footer' },
  { name: 'Agents', path: '/developers/agents', place: 'footer' },
  { name: 'Encryption check', path: '/verify/encryption', place: 'footer' },
];
