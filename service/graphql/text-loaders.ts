import DataLoader from 'dataloader';
import { type FeedPlace, textsOfEntries } from '../activity/entry-texts.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import { beginningsOfFiles, type Texts, textsOfFiles } from '../files/content-texts.ts';
import { SEARCHED } from '../search/snippet.ts';

/** Bytes of text in one answer. A page may have a hundred mebibytes of it, and a document may ask for many pages. */
const MOST = 32 * 1024 * 1024;

/** Searchable texts: read for those who ask for them, and no more of them than an answer may hold. */
export function createTextLoaders(db: Database) {
  let left = MOST;
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other, each within what those before it have left. */
  function within(read: (most: number) => Promise<Texts>): Promise<Texts['texts']> {
    const done = turn.then(async () => {
      const { bytes, texts } = await read(left);
      if (bytes > left) throw tooMuchText();
      left -= bytes;
      return texts;
    });
    turn = done.catch(() => {});
    return done;
  }

  // A text that is shown twice is sent twice, and counts so: nothing is remembered.
  const uncached = { cache: false };
  return {
    /** `contentText` of files, by their ids. */
    contentTexts: new DataLoader<string, string | null>(async (ids) => {
      const texts = await within((most) => textsOfFiles(db, ids, most));
      return ids.map((id) => texts.get(id) ?? null);
    }, uncached),
    /** As much of it as snippets are taken from. */
    searchedTexts: new DataLoader<string, string | null>(async (ids) => {
      const texts = await beginningsOfFiles(db, ids, SEARCHED);
      return ids.map((id) => texts.get(id) ?? null);
    }),
    /** `contentText` of entries of feeds. */
    entryTexts: new DataLoader<FeedPlace, string | null>(async (places) => {
      const texts = await within((most) => textsOfEntries(db, places, most));
      return places.map(({ oclId, seq }) => texts.get(`${oclId} ${seq}`) ?? null);
    }, uncached),
  };
}

function tooMuchText(): ServiceError {
  return new ServiceError(
    'COMPLEXITY_LIMIT_EXCEEDED',
    'The texts of this answer have more than 32 MiB. Ask for smaller pages.',
  );
}
