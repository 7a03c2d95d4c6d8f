import type { Metadata } from 'next';
import { Failure } from '#components/site/failure.tsx';
import { TokenizationPanel } from '#components/tokenize/tokenization-panel.tsx';
import { labTitle } from '#lib/api/lab-reference.ts';
import { outcomeOf } from '#lib/api/outcome.ts';
import { LabTokenDocument } from '#packages/client/documents.generated.ts';
import { labOfPage } from '#web/load-lab.ts';
import { queryService } from '#web/query-service.ts';

export const metadata: Metadata = { title: 'Token' };

export default async function TokenizePage({ params }: { params: Promise<{ lab: string }> }) {
  const lab = await labOfPage((await params).lab, 'tokenize');
  if (!lab) return null;
  const outcome = await outcomeOf(queryService(LabTokenDocument, { oclId: lab.oclId }));
  if (!outcome.ok) return <Failure title="The token could not be loaded." failure={outcome.failure} />;
  const { shortname, labNftTokenId: labId } = lab;
  const oclId = lab.oclId as `0x${string}`;
  return (
    <TokenizationPanel lab={{ oclId, shortname, labId, name: labTitle(lab) }} token={outcome.data.labToken} />
  );
}
