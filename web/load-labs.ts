import 'server-only';
import { type Outcome, outcomeOf } from '#lib/api/outcome.ts';
import {
  LabsDocument,
  type LabsQuery,
  type LabsQueryVariables,
} from '#packages/client/documents.generated.ts';
import { queryService } from './query-service.ts';
import { shownPicture } from './shown-picture.ts';

/** A list of labs for a page. */
export async function loadLabs(variables: LabsQueryVariables): Promise<Outcome<LabsQuery['labs']>> {
  const outcome = await outcomeOf(queryService(LabsDocument, variables));
  if (!outcome.ok) return outcome;
  const { labs } = outcome.data;
  const nodes = labs.nodes.map((lab) => ({ ...lab, image: shownPicture(lab.image) }));
  return { ok: true, data: { ...labs, nodes } };
}
