import type { Metadata } from 'next';
import { MembersPanel } from '#components/members/members-panel.tsx';
import { Failure } from '#components/site/failure.tsx';
import { labTitle } from '#lib/api/lab-reference.ts';
import { outcomeOf } from '#lib/api/outcome.ts';
import { LabMembersDocument } from '#packages/client/documents.generated.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { queryService } from '#web/query-service.ts';

interface MembersPageProps {
  params: Promise<{ lab: string }>;
}

export async function generateMetadata({ params }: MembersPageProps): Promise<Metadata> {
  return labMetadata((await params).lab, 'Members', 'members');
}

export default async function MembersPage({ params }: MembersPageProps) {
  const lab = await labOfPage((await params).lab, 'members');
  if (!lab) return null;
  const outcome = await outcomeOf(queryService(LabMembersDocument, { oclId: lab.oclId }));
  if (!outcome.ok) return <Failure title="The members could not be loaded." failure={outcome.failure} />;
  return (
    <MembersPanel
      lab={{ oclId: lab.oclId, name: labTitle(lab) }}
      initialMembers={outcome.data.listLabMembers.members}
    />
  );
}
