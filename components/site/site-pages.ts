interface SitePage {
  name: string;
  path: string;
  /** Where it is offered: in the header of every page, or in its footer. */
  place: 'header' | 'footer';
}

/** The pages of this site that stand alone, as the header, the footer and the command palette offer them. */
export const sitePages: readonly SitePage[] = [
  { name: 'Labs', path: '/', place: 'header' },
  { name: 'Activity', path: '/activity', place: 'header' },
  { name: 'Search', path: '/search', place: 'header' },
  { name: 'New lab', path: '/labs/new', place: 'header' },
  { name: 'Account', path: '/account', place: 'footer' },
  { name: 'Verify', path: '/verify', place: 'footer' },
  { name: 'Developers', path: '/developers', place: 'footer' },
  { name: 'Encryption check', path: '/verify/encryption', place: 'footer' },
];
