import type { Cdp } from './cdp.ts';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds, as are the two below. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/** Both in milliseconds: by the clock, and of the processor, which others on the same machine do not lengthen. */
interface Task {
  wall: number;
  cpu: number;
}

/** Follows the tasks on a page's main thread, from a `performance.mark` that the page sets there. */
export class TaskTrace {
  readonly #cdp: Cdp;
  readonly #events: TraceEvent[] = [];

  private constructor(cdp: Cdp) {
    this.#cdp = cdp;
    cdp.on('Tracing.dataCollected', ({ value }) => this.#events.push(...(value as TraceEvent[])));
  }

  static async start(cdp: Cdp): Promise<TaskTrace> {
    const trace = new TaskTrace(cdp);
    const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing'], excludedCategories: ['*'] };
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    return trace;
  }

  /** The tasks since the mark. */
  async stop(from: string): Promise<Task[]> {
    const complete = new Promise<void>((resolve) => this.#cdp.on('Tracing.tracingComplete', () => resolve()));
    await this.#cdp.send('Tracing.end');
    await complete;
    const mark = this.#events.find(({ name }) => name === from);
    if (!mark) throw new Error(`The page never marked "${from}"`);
    const tasks = this.#events
      .filter(({ ph, name }) => ph === 'X' && name.endsWith('RunTask'))
      .filter(({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts >= mark.ts)
      .map(({ dur = 0, tdur = dur }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
    if (tasks.length === 0) throw new Error('The trace shows no task of the main thread');
    return tasks;
  }
}
