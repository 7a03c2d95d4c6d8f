import type { FromMarkdownWorker, MarkdownAnswers, MarkdownRequest } from './messages.ts';

/** The part of a `Worker` that is used. */
export interface MarkdownWorker {
  postMessage(message: MarkdownRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromMarkdownWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface QueueOptions {
  start: () => MarkdownWorker;
  /** How long one text may take on a quiet machine, in milliseconds. */
  limitMs?: number;
  /** How long a worker waits for the next text. */
  idleMs?: number;
}

interface Job {
  request: MarkdownRequest;
  resolve: (answer: MarkdownAnswers[keyof MarkdownAnswers] | null) => void;
}

export type AskMarkdown = <Request extends MarkdownRequest>(
  request: Request,
) => Promise<MarkdownAnswers[Request['kind']] | null>;

const LIMIT_MS = 500;
const IDLE_MS = 30_000;
/** A page that was busy itself gets answers that came meanwhile before its timers. */
const GRACE_MS = 50;
/** Characters of texts whose answers are kept. */
const MAX_KEPT = 2_000_000;

/**
 * Asks one worker at a time about texts of others, in their order. A text that takes longer than the limit ends the
 * worker: its answer is `null`, and the next text gets a new one. Answers are kept by text, `null` too, as long as the
 * page lives.
 */
export function createMarkdownQueue({
  start,
  limitMs = LIMIT_MS,
  idleMs = IDLE_MS,
}: QueueOptions): AskMarkdown {
  const kept = new Map<string, Promise<MarkdownAnswers[keyof MarkdownAnswers] | null>>();
  let characters = 0;
  const waiting: Job[] = [];
  let current: Job | null = null;
  let worker: MarkdownWorker | null = null;
  let isReady = false;
  let slowness = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function finish(answer: MarkdownAnswers[keyof MarkdownAnswers] | null): void {
    clearTimeout(timer);
    current?.resolve(answer);
    current = null;
    next();
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    isReady = false;
  }

  function begin(): void {
    const begun = start();
    worker = begun;
    begun.onmessage = ({ data }) => {
      if (begun !== worker) return;
      if (data.kind === 'answer') finish(data.answer);
      else {
        isReady = true;
        slowness = data.slowness;
        next();
      }
    };
    begun.onerror = () => {
      if (begun !== worker) return;
      const wasReady = isReady;
      end();
      // Its code could not be loaded: no other worker would do better.
      if (!wasReady) for (const { resolve } of waiting.splice(0)) resolve(null);
      finish(null);
    };
  }

  function next(): void {
    clearTimeout(timer);
    if (current) return;
    if (waiting.length === 0) {
      timer = setTimeout(end, idleMs);
      return;
    }
    if (!worker) begin();
    if (!isReady) return;
    current = waiting.shift() ?? null;
    if (!current || !worker) return;
    worker.postMessage(current.request);
    timer = setTimeout(() => {
      timer = setTimeout(() => {
        end();
        finish(null);
      }, GRACE_MS);
    }, limitMs * slowness);
  }

  function ask(request: MarkdownRequest) {
    const key = JSON.stringify(request);
    const known = kept.get(key);
    if (known) return known;
    const { promise, resolve } = Promise.withResolvers<MarkdownAnswers[keyof MarkdownAnswers] | null>();
    kept.set(key, promise);
    characters += key.length;
    for (const old of kept.keys()) {
      if (characters <= MAX_KEPT || old === key) break;
      kept.delete(old);
      characters -= old.length;
    }
    waiting.push({ request, resolve });
    if (!current) next();
    return promise;
  }
  return ask as AskMarkdown;
}

const startWorker = (): MarkdownWorker =>
  new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module' });

/** The queue of the page. */
export const askMarkdown = createMarkdownQueue({ start: startWorker });
