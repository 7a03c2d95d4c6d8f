import type { UpdateLabNftMetadataInput } from '#packages/client/documents.generated.ts';

const fields = ['name', 'description', 'externalUrl'] as const;

/** What a form changes: fields that were emptied are `null`, fields that stayed as they were are left out. */
export function changesOf(
  before: Record<(typeof fields)[number], string | null>,
  form: Pick<FormData, 'get'>,
): UpdateLabNftMetadataInput {
  const changes: UpdateLabNftMetadataInput = {};
  for (const field of fields) {
    // Browsers send line ends of a text area as CR LF.
    const text =
      String(form.get(field) ?? '')
        .replaceAll('\r\n', '\n')
        .trim() || null;
    if (text !== before[field]) changes[field] = text;
  }
  return changes;
}
