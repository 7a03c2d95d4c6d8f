import type { LabMemberRole } from '@labroom/client/documents';

const names: Record<LabMemberRole, string> = { OWNER: 'Owner', CONTRIBUTOR: 'Contributor', VIEWER: 'Viewer' };

export function roleName(role: LabMemberRole): string {
  return names[role];
}
