import {
  ProfileTextError,
  parseAffiliation,
  parseOrcid,
  parseProfileName,
  parseWebsite,
} from '@labroom/protocol/parse-profile';

export type FieldName = 'name' | 'affiliation' | 'orcid' | 'website';
export type ParsedTexts = ReturnType<typeof parseTexts>['value'];

/** The texts as they are signed, and a sentence for each that is refused. */
export function parseTexts(texts: Record<FieldName, string>) {
  const errors: Partial<Record<FieldName, string>> = {};
  const read = <T>(field: FieldName, parse: (text: string) => T): T | null => {
    try {
      return parse(texts[field]);
    } catch (error) {
      if (!(error instanceof ProfileTextError)) throw error;
      errors[field] = `The ${field === 'orcid' ? 'ORCID iD' : field} ${error.message}.`;
      return null;
    }
  };
  const value = {
    name: read('name', parseProfileName) ?? '',
    affiliation: read('affiliation', parseAffiliation),
    orcid: read('orcid', parseOrcid),
    website: read('website', parseWebsite),
  };
  return { value, errors };
}
