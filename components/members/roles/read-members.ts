import { LabMembersDocument, type MemberFieldsFragment } from '@labroom/client/documents';
import { callApi } from '#lib/api/browser.ts';

/** The present members of a lab, as indexed. Errors: `LabroomError`. */
export async function readMembers(oclId: string): Promise<MemberFieldsFragment[]> {
  return (await callApi(LabMembersDocument, { oclId })).listLabMembers.members;
}
