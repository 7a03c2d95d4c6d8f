import { describe, expect, it } from 'vitest';
import { includesRole, leastRoleFor, mayCall, mayCallOnOthers } from './lab-rights.ts';

describe('a role', () => {
  it('includes those below it', () => {
    expect(includesRole('OWNER', 'VIEWER')).toBe(true);
    expect(includesRole('CONTRIBUTOR', 'CONTRIBUTOR')).toBe(true);
    expect(includesRole('VIEWER', 'CONTRIBUTOR')).toBe(false);
    expect(includesRole('CONTRIBUTOR', 'OWNER')).toBe(false);
    expect(includesRole(null, 'VIEWER')).toBe(false);
  });

  it('allows the operations that need it or less', () => {
    const roles = ['OWNER', 'CONTRIBUTOR', 'VIEWER', null] as const;
    for (const operation of ['emptyTrash', 'trashEntry', 'addComment'] as const) {
      const allowed = roles.filter((role) => mayCall(operation, role));
      expect(allowed).toEqual(roles.filter((role) => includesRole(role, leastRoleFor(operation))));
      expect(allowed).not.toContain(null);
    }
  });

  it('changes what others wrote as an owner only', () => {
    expect(mayCallOnOthers('deleteComment', 'OWNER')).toBe(true);
    expect(mayCallOnOthers('deleteComment', 'CONTRIBUTOR')).toBe(false);
    expect(mayCallOnOthers('changeFileVersionAccess', null)).toBe(false);
  });
});
