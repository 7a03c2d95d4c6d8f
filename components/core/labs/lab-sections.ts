import type { LabSection } from '#lib/api/lab-reference.ts';

/** The pages of a lab, for its tabs and the command palette. */
export const labSections: readonly { section: LabSection; name: string }[] = [
  { section: 'overview', name: 'Overview' },
  { section: 'files', name: 'Files' },
  { section: 'activity', name: 'Activity' },
  { section: 'members', name: 'Members' },
  { section: 'tokenize', name: 'Token' },
  { section: 'settings', name: 'Settings' },
];
