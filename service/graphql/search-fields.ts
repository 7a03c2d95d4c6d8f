import { hasWord, snippetOf } from '@labroom/search-index/snippet';
import { matchesIn } from '../operations/search/matches.ts';
import { labOfEntry } from './activity-fields.ts';
import type {
  SearchLabsAnnouncementHitResolvers,
  SearchLabsExactHitResolvers,
  SearchLabsFileEntryResolvers,
  SearchLabsFileHitResolvers,
  SearchLabsLabHitResolvers,
} from './resolvers.generated.ts';

export const labHitFields: SearchLabsLabHitResolvers = {
  matches: ({ lab, words }) => matchesIn({ NAME: lab.name }, words),
};

export const exactHitFields: SearchLabsExactHitResolvers = {
  lab: ({ oclId }, _, { loaders }) => (oclId ? loaders.labs.load(oclId) : null),
};

export const fileHitFields: SearchLabsFileHitResolvers = {
  entry: ({ file }) => file,
  snippet: async ({ file: { id, description }, words }, _, { loaders }) => {
    const [found, contentText] = await Promise.all([words(), loaders.searchedTexts.load(id)]);
    const text = contentText && (!description || hasWord(contentText, found)) ? contentText : description;
    return text ? snippetOf(text, found) : null;
  },
  matches: async ({ file, words }, _, { loaders }) => {
    const [lab, contentText] = await Promise.all([
      loaders.labs.load(file.oclId),
      loaders.searchedTexts.load(file.id),
    ]);
    const { path, description, tags, categories } = file;
    return matchesIn(
      {
        NAME: path,
        DESCRIPTION: description,
        TEXT: contentText,
        TAG: tags,
        CATEGORY: categories,
        LAB: lab.name,
      },
      words,
    );
  },
};

export const fileHitEntryFields: SearchLabsFileEntryResolvers = {
  lab: (file, _, { loaders }) => loaders.labs.load(file.oclId),
  file: (file) => file,
};

export const announcementHitFields: SearchLabsAnnouncementHitResolvers = {
  announcement: ({ entry }) => entry,
  lab: ({ entry }, args, context) => labOfEntry(entry, args, context),
  snippet: async ({ entry, words }, _, { loaders }) => {
    return snippetOf(await loaders.bodies.load(entry.announcementId ?? ''), await words());
  },
  matches: async ({ entry, words }, _, { loaders }) => {
    const id = entry.announcementId ?? '';
    const [lab, { headline }, body] = await Promise.all([
      loaders.labs.load(entry.oclId),
      loaders.announcements.load(id),
      loaders.bodies.load(id),
    ]);
    return matchesIn({ NAME: headline, TEXT: body, LAB: lab.name }, words);
  },
};
