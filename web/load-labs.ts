import 'server-only';
import type { Outcome } from '#lib/api/outcome.ts';
import {
  LabsDocument,
  type LabsQuery,
  type LabsQueryVariables,
} from '#packages/client/documents.generated.ts';
import { queryOutcome } from './query-service.ts';
import { shownImage } from './shown-image.ts';

export async function loadLabs(variables: LabsQueryVariables): Promise<Outcome<LabsQuery['labs']>> {
  const outcome = await queryOutcome(LabsDocument, variables);
  if (!outcome.ok) return outcome;
  const { labs } = outcome.data;
  const nodes = labs.nodes.map((lab) => ({ ...lab, image: shownImage(lab.image) }));
  return { ok: true, data: { ...labs, nodes } };
}
