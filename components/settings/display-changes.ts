import type { UpdateLabNftMetadataInput } from '@labroom/client/documents';

const fields = ['name', 'description', 'externalUrl'] as const;

/** The changes made in a form. An emptied field is `null`; an unchanged field is left out. */
export function changesOf(
  before: Record<(typeof fields)[number], string | null>,
  form: Pick<FormData, 'get'>,
): UpdateLabNftMetadataInput {
  const changes: UpdateLabNftMetadataInput = {};
  for (const field of fields) {
    // Browsers submit the line breaks of a text area as CR LF.
    const text =
      String(form.get(field) ?? '')
        .replaceAll('\r\n', '\n')
        .trim() || null;
    if (text !== before[field]) changes[field] = text;
  }
  return changes;
}
