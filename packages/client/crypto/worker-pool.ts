import { aborted, CryptoError } from './primitives/crypto-error.ts';
import type { FromWorker, OperationName, ToWorker } from './protocol.ts';

export interface WorkerLike {
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface TaskOptions {
  transfer?: Transferable[];
  onBytes?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Runs in a worker that has no other task meanwhile and ends after a few. A browser keeps the bodies of requests that have ended as long as their worker; a new worker
   * for each takes a quarter of the processor time of sending.
   */
  alone?: boolean;
}

interface Task {
  resolve(result: unknown): void;
  reject(error: CryptoError): void;
  onBytes: ((bytes: number) => void) | undefined;
}

interface Member {
  worker: WorkerLike;
  tasks: Map<number, Task>;
  /** Ends it. Of a worker for one task at a time, while it has none. */
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** Tasks that it had. */
  count: number;
}

/** Tasks of a worker that has one at a time. Each leaves a body of 8 MiB or less. */
const MOST_ALONE = 6;
/** Without a task for so long, it ends. */
const IDLE_MS = 1_000;

/**
 * A few workers, started on demand. A task goes to the worker with the fewest tasks. Transfers wait for the network, so
 * a worker may run several tasks at once.
 */
export class WorkerPool {
  readonly #start: () => WorkerLike;
  readonly #size: number;
  readonly #members: Member[] = [];
  /** Those for one task at a time that have none. */
  readonly #resting = new Set<Member>();
  #nextId = 1;

  constructor(start: () => WorkerLike, size: number) {
    this.#start = start;
    this.#size = Math.max(1, size);
  }

  /**
   * Runs a task. Rejects with `CryptoError`; at once with `ABORTED` when `signal` is aborted, and the worker is
   * notified.
   */
  run(operation: OperationName, args: unknown, options: TaskOptions = {}): Promise<unknown> {
    const { signal, onBytes, transfer = [], alone = false } = options;
    if (signal?.aborted) return Promise.reject(aborted());
    const member = alone ? this.#unused() : this.#leastBusy();
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const cancel = () => {
      if (!member.tasks.delete(id)) return;
      member.worker.postMessage({ cancel: id }, []);
      reject(aborted());
    };
    signal?.addEventListener('abort', cancel, { once: true });
    member.tasks.set(id, { resolve, reject, onBytes });
    member.worker.postMessage({ id, operation, args }, transfer);
    return promise.then(
      (result) => {
        signal?.removeEventListener('abort', cancel);
        if (alone) this.#rest(member);
        return result;
      },
      (error: unknown) => {
        signal?.removeEventListener('abort', cancel);
        if (alone) member.worker.terminate();
        throw error;
      },
    );
  }

  /** A worker for one task. */
  #unused(): Member {
    const [rested] = this.#resting;
    const member = rested ?? this.#begin();
    this.#resting.delete(member);
    clearTimeout(member.timer);
    member.count += 1;
    return member;
  }

  #rest(member: Member): void {
    if (member.count >= MOST_ALONE) {
      member.worker.terminate();
      return;
    }
    this.#resting.add(member);
    member.timer = setTimeout(() => {
      this.#resting.delete(member);
      member.worker.terminate();
    }, IDLE_MS);
  }

  #leastBusy(): Member {
    const idle = this.#members.find((member) => member.tasks.size === 0);
    if (idle) return idle;
    if (this.#members.length < this.#size) {
      const member = this.#begin();
      this.#members.push(member);
      return member;
    }
    return this.#members.reduce((a, b) => (b.tasks.size < a.tasks.size ? b : a));
  }

  #begin(): Member {
    const member: Member = { worker: this.#start(), tasks: new Map(), count: 0 };
    member.worker.onmessage = ({ data }) => {
      const task = member.tasks.get(data.id);
      if (!task) return;
      if ('bytes' in data) return task.onBytes?.(data.bytes);
      member.tasks.delete(data.id);
      if ('error' in data) {
        const { code, message, status } = data.error;
        task.reject(new CryptoError(code, message, status === undefined ? {} : { status }));
      } else {
        task.resolve(data.result);
      }
    };
    member.worker.onerror = () => this.#replace(member);
    return member;
  }

  #replace(member: Member): void {
    const at = this.#members.indexOf(member);
    if (at >= 0) this.#members.splice(at, 1);
    this.#resting.delete(member);
    member.worker.terminate();
    const lost = new CryptoError(
      'WORKER_FAILED',
      'The browser stopped the encryption worker. Close some tabs and retry.',
    );
    for (const task of member.tasks.values()) task.reject(lost);
  }
}
