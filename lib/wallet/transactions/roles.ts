/** Roles that can be granted, with their numbers in `AccessResolver`. */
export type GrantableRole = 'VIEWER' | 'CONTRIBUTOR';

export const roleNumbers: Record<GrantableRole, number> = { VIEWER: 1, CONTRIBUTOR: 2 };

export const roleNames: Record<GrantableRole, string> = { VIEWER: 'viewer', CONTRIBUTOR: 'contributor' };
