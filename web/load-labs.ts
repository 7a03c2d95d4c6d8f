import 'server-only';
import { LabsDocument, type LabsQuery, type LabsQueryVariables } from '@labroom/client/documents';
import type { Outcome } from '#lib/api/outcome.ts';
import { queryOutcome } from './query-service.ts';
import { readerOutcome } from './reader-outcome.ts';
import { shownImage } from './shown-image.ts';

export async function loadLabs(variables: LabsQueryVariables): Promise<Outcome<LabsQuery['labs']>> {
  // The list of one's own labs has those that the operator hides.
  const ask = variables.walletAddress ? readerOutcome : queryOutcome;
  const outcome = await ask(LabsDocument, variables);
  if (!outcome.ok) return outcome;
  const { labs } = outcome.data;
  const nodes = labs.nodes.map((lab) => ({ ...lab, image: shownImage(lab.image) }));
  return { ok: true, data: { ...labs, nodes } };
}
