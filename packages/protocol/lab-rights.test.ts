import { describe, expect, it } from 'vitest';
import { includesRole, mayCall, mayCallOnOthers } from './lab-rights.ts';

describe('a role', () => {
  it('includes those below it', () => {
    expect(includesRole('OWNER', 'VIEWER')).toBe(true);
    expect(includesRole('CONTRIBUTOR', 'CONTRIBUTOR')).toBe(true);
    expect(includesRole('VIEWER', 'CONTRIBUTOR')).toBe(false);
    expect(includesRole('CONTRIBUTOR', 'OWNER')).toBe(false);
    expect(includesRole(null, 'VIEWER')).toBe(false);
  });

  it('allows the operations that need it or less', () => {
    expect([mayCall('emptyTrash', 'OWNER'), mayCall('emptyTrash', 'CONTRIBUTOR')]).toEqual([true, false]);
    expect([mayCall('trashEntry', 'CONTRIBUTOR'), mayCall('trashEntry', 'VIEWER')]).toEqual([true, false]);
    expect([mayCall('addComment', 'VIEWER'), mayCall('addComment', null)]).toEqual([true, false]);
  });

  it('changes what others wrote as an owner only', () => {
    expect(mayCallOnOthers('deleteComment', 'OWNER')).toBe(true);
    expect(mayCallOnOthers('deleteComment', 'CONTRIBUTOR')).toBe(false);
    expect(mayCallOnOthers('changeFileVersionAccess', null)).toBe(false);
  });
});
