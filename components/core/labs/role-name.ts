import type { LabMemberRole } from '#packages/client/documents.generated.ts';

const names: Record<LabMemberRole, string> = { OWNER: 'Owner', CONTRIBUTOR: 'Contributor', VIEWER: 'Viewer' };

export function roleName(role: LabMemberRole): string {
  return names[role];
}
