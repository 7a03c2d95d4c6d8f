import type { RankAnswer, RankQuestion } from '@labroom/search-index/rank-question';
import type { SearchIndex } from '#core/ports/search-index.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { IndexThread } from './index-thread.ts';
import type { WordsQuestion, WordsTask } from './words.worker.ts';

/** How long a search waits, e.g. while the index is loaded. */
const MAX_WAIT_MS = 20_000;
const MAX_LOAD_MS = 600_000;

/** The words of all documents, in a thread of this process that reads them from the database and follows every change. */
export class SearchIndexThread implements SearchIndex {
  readonly #thread: IndexThread<WordsQuestion>;
  #loading: Promise<void> | undefined;

  constructor(task: WordsTask) {
    this.#thread = new IndexThread(new URL('./words.worker.ts', import.meta.url), task);
  }

  load(): Promise<void> {
    this.#loading ??= this.#thread.ask({ kind: 'COUNT', stems: [] }, MAX_LOAD_MS).then(
      () => undefined,
      (cause: unknown) => {
        this.#loading = undefined;
        throw cause;
      },
    );
    return this.#loading;
  }

  async documentsWith(stems: string[]): Promise<number[]> {
    return (await this.#ask({ kind: 'COUNT', stems })) as number[];
  }

  async withAll(stems: string[], limit: number): Promise<number[]> {
    return (await this.#ask({ kind: 'WITH_ALL', stems, limit })) as number[];
  }

  async rank(question: RankQuestion): Promise<RankAnswer> {
    return (await this.#ask({ kind: 'RANK', ...question })) as RankAnswer;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #ask(question: WordsQuestion): Promise<unknown> {
    return this.#thread.ask(question, MAX_WAIT_MS).catch((cause: unknown) => {
      throw new ServiceError(
        'UPSTREAM_UNAVAILABLE',
        'The search index is not ready. Try again in a moment.',
        {
          retryAfterSeconds: 5,
          cause,
        },
      );
    });
  }
}
