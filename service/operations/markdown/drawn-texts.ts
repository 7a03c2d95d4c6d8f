import { createHash } from 'node:crypto';
import { maxNodes } from '@labroom/markdown/markdown-node';
import { rulesVersion } from '@labroom/markdown/rules';
import type { AskedText, DrawnText, DrawnTexts } from '#core/ports/drawn-texts.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { ParseThreads } from '#platform/markdown/parse-threads.ts';
import { findDrawn, keepDrawn, markRead } from './drawn-text-store.ts';

/** Processor time for a text when it is written. An honest text of the longest length fits. */
const writeMs = 250;
/** Processor time for a text that nobody has parsed, when it is read. */
const readMs = 50;
/** How long a request waits for texts that nobody has parsed. They are parsed all the same, for the next one. */
const waitMs = 1_000;
/** Prose takes longer than this even in a warm thread: it is not begun. */
const charactersPerMs = 600;
/** Characters of trees of files that a process keeps. */
const mostKept = 16_000_000;

/** The beginning of a text, for a list: only of a text that is short anyway. */
export const startLength = 400;
const startNodes = 100;

const asWritten: DrawnText = { tree: null, isShortened: false };

/**
 * Markdown of others, parsed in threads and kept by hash: in the database, or, for files, whose words must be gone with
 * them, in the memory of this process.
 */
export class KeptDrawnTexts implements DrawnTexts {
  readonly #db: Database;
  readonly #threads = new ParseThreads();
  readonly #running = new Map<string, Promise<DrawnText | null>>();
  readonly #files = new Map<string, DrawnText>();
  #characters = 0;

  /** @param db where trees are written, also if a request reads from another one */
  constructor(db: Database) {
    this.#db = db;
  }

  async close(): Promise<void> {
    await this.#threads.close();
    await Promise.allSettled(this.#running.values());
  }

  async prepare(text: string | null | undefined, oclId: string): Promise<void> {
    if (!text) return;
    const sizes = text.length > startLength ? (['WHOLE'] as const) : (['START', 'WHOLE'] as const);
    await Promise.all(sizes.map((size) => this.#parse({ text, rules: 'text', size, oclId }, writeMs)));
  }

  async read(db: Reader, asked: readonly AskedText[]): Promise<DrawnText[]> {
    const keys = asked.map(keyOf);
    const kept = await findDrawn(db, keys);
    const old = keys.filter((key) => kept.get(key.toString('hex'))?.isOld);
    if (old.length > 0) void markRead(this.#db, old).catch(() => undefined);
    return this.#inTime(
      asked.map((one, at) => kept.get(keys[at]?.toString('hex') ?? '') ?? this.#parse(one, readMs)),
    );
  }

  fileOf(contentHash: string): DrawnText | null {
    return this.#files.get(contentHash) ?? null;
  }

  async readFile(contentHash: string, text: string, oclId: string): Promise<DrawnText> {
    const asked: AskedText = { text, rules: 'file', size: 'WHOLE', oclId };
    const [drawn = asWritten] = await this.#inTime([this.#parse(asked, readMs, contentHash)]);
    return drawn;
  }

  #parse(asked: AskedText, budgetMs: number, contentHash?: string): Promise<DrawnText | null> {
    const id = `${budgetMs} ${contentHash ?? keyOf(asked).toString('hex')}`;
    const running = this.#running.get(id);
    if (running) return running;
    const started = this.#run(asked, budgetMs, contentHash)
      // Without a tree the text is shown as it was written, and the next reader tries again.
      .catch(() => null)
      .finally(() => this.#running.delete(id));
    this.#running.set(id, started);
    return started;
  }

  async #run(asked: AskedText, budgetMs: number, contentHash?: string): Promise<DrawnText | null> {
    const { text, rules, size, oclId } = asked;
    const task = { text, rules, nodes: size === 'START' ? startNodes : maxNodes };
    const isHopeless = text.length > budgetMs * charactersPerMs;
    const outcome = isHopeless ? null : await this.#threads.parse(task, budgetMs, oclId);
    if (!outcome && !isHopeless) return null;
    const drawn =
      outcome?.kind === 'parsed' ? { tree: outcome.tree, isShortened: outcome.isShortened } : asWritten;
    if (contentHash) this.#keepFile(contentHash, drawn);
    else await keepDrawn(this.#db, keyOf(asked), { ...drawn, budgetMs });
    return drawn;
  }

  #keepFile(contentHash: string, drawn: DrawnText): void {
    this.#files.set(contentHash, drawn);
    this.#characters += sizeOf(drawn);
    for (const [oldest, { tree }] of this.#files) {
      if (this.#characters <= mostKept) break;
      this.#files.delete(oldest);
      this.#characters -= sizeOf({ tree });
    }
  }

  async #inTime(found: readonly (DrawnText | Promise<DrawnText | null>)[]): Promise<DrawnText[]> {
    if (found.every((one) => !(one instanceof Promise))) return found as DrawnText[];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), waitMs);
    });
    const drawn = await Promise.all(found.map((one) => Promise.race([one, late])));
    clearTimeout(timer);
    return drawn.map((one) => one ?? asWritten);
  }
}

/** A tree without one takes some memory too. */
const sizeOf = ({ tree }: Pick<DrawnText, 'tree'>) => (tree?.length ?? 0) + 200;

function keyOf({ text, rules, size }: AskedText): Buffer {
  return createHash('sha256').update(`${rulesVersion} ${rules} ${size}\n`).update(text).digest();
}
