import { hasWord, snippetOf } from '../operations/search/snippet.ts';
import { labOfEntry } from './activity-fields.ts';
import type {
  SearchLabsAnnouncementHitResolvers,
  SearchLabsFileEntryResolvers,
  SearchLabsFileHitResolvers,
} from './resolvers.generated.ts';

export const fileHitFields: SearchLabsFileHitResolvers = {
  entry: ({ file }) => file,
  snippet: async ({ file: { id, description }, words }, _, { loaders }) => {
    const [found, contentText] = await Promise.all([words(), loaders.searchedTexts.load(id)]);
    const text = contentText && (!description || hasWord(contentText, found)) ? contentText : description;
    return text ? snippetOf(text, found) : null;
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
    const { body } = await loaders.announcements.load(entry.announcementId ?? '');
    return snippetOf(body, await words());
  },
};
