import DataLoader from 'dataloader';
import type { RequestContext } from '#core/context/context.ts';
import type { AskedText, DrawnText } from '#core/ports/drawn-texts.ts';

/** Files of a request that are read and parsed. */
const mostFiles = 4;

/** Loads the trees of all texts of a request at once, and says how many files it may read. */
export function createDrawnTexts({ db, drawnTexts }: Pick<RequestContext, 'db' | 'drawnTexts'>) {
  let files = 0;
  return {
    drawnTexts: new DataLoader<AskedText, DrawnText, string>((asked) => drawnTexts.read(db, asked), {
      cacheKeyFn: ({ text, rules, size }) => `${rules} ${size} ${text}`,
    }),
    mayDrawFile(): boolean {
      files += 1;
      return files <= mostFiles;
    },
  };
}
