import type { Cdp } from './cdp.ts';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds, like the next two. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/** Milliseconds of wall time and of CPU time. Other processes do not increase the CPU time. */
interface Task {
  wall: number;
  cpu: number;
}

/** Records the tasks on a page's main thread, starting at a `performance.mark` set by the page. */
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

  /** Tasks since the mark. */
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
