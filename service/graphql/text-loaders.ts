import { SEARCHED } from '@labroom/search-index/snippet';
import DataLoader from 'dataloader';
import { beginningsOfFiles, type Texts, textsOfFiles } from '#core/files/content-texts.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { type FeedPlace, textsOfEntries } from '../operations/activity/entry-texts.ts';
import type { Database } from '../platform/db/database.ts';

/** Bytes of text in one response. A page may have a hundred MiB, and a document may select many pages. */
const MOST = 32 * 1024 * 1024;

/** Loads searchable texts, only when selected and only as many as a response may contain. */
export function createTextLoaders(db: Database) {
  let left = MOST;
  let turn: Promise<unknown> = Promise.resolve();

  /**
   * Loads the texts of these keys. Loads run one after the other, each with the bytes that the earlier ones left. If
   * that is too little, no text is returned, and one error for all, as there may be a hundred thousand.
   */
  function within(keys: readonly string[], read: (most: number) => Promise<Texts>) {
    const done = turn.then(async () => {
      const { bytes, texts } = await read(left);
      if (bytes > left) return keys.map((_, at) => (at === 0 ? tooMuchText() : null));
      left -= bytes;
      return keys.map((key) => texts.get(key) ?? null);
    });
    turn = done.catch(() => {});
    return done;
  }

  // A text that is selected twice is sent twice and counts twice, so nothing is cached.
  const uncached = { cache: false };
  return {
    /** `contentText` of files, by their ids. */
    contentTexts: new DataLoader<string, string | null>(
      (ids) => within(ids, (most) => textsOfFiles(db, ids, most)),
      uncached,
    ),
    /** The beginning of the text, from which snippets are taken. */
    searchedTexts: new DataLoader<string, string | null>(async (ids) => {
      const texts = await beginningsOfFiles(db, ids, SEARCHED);
      return ids.map((id) => texts.get(id) ?? null);
    }),
    /** `contentText` of feed entries. */
    entryTexts: new DataLoader<FeedPlace, string | null>((places) => {
      const keys = places.map(({ oclId, seq }) => `${oclId} ${seq}`);
      return within(keys, (most) => textsOfEntries(db, places, most));
    }, uncached),
  };
}

function tooMuchText(): ServiceError {
  return new ServiceError(
    'COMPLEXITY_LIMIT_EXCEEDED',
    'The contentText of this answer exceeds 32 MiB, so this list is returned without it. Request smaller pages.',
  );
}
