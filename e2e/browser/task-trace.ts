import type { Cdp } from './cdp.ts';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Both in milliseconds: by the clock, and of the processor, which others on the same machine do not lengthen. */
interface Task {
  wall: number;
  cpu: number;
}

/** Follows every task on the main threads of a browser's pages. */
export class TaskTrace {
  readonly #cdp: Cdp;
  readonly #events: TraceEvent[] = [];

  private constructor(cdp: Cdp) {
    this.#cdp = cdp;
    cdp.on('Tracing.dataCollected', ({ value }) => this.#events.push(...(value as TraceEvent[])));
  }

  static async start(cdp: Cdp): Promise<TaskTrace> {
    const trace = new TaskTrace(cdp);
    const traceConfig = { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] };
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    return trace;
  }

  async stop(): Promise<Task[]> {
    const complete = new Promise<void>((resolve) => this.#cdp.on('Tracing.tracingComplete', () => resolve()));
    await this.#cdp.send('Tracing.end');
    await complete;
    const mainThreads = this.#events
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`);
    const tasks = this.#events
      .filter(
        ({ ph, name, pid, tid }) =>
          ph === 'X' && name.endsWith('RunTask') && mainThreads.includes(`${pid} ${tid}`),
      )
      .map(({ dur = 0, tdur = dur }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
    if (tasks.length === 0) throw new Error('The trace shows no task of a main thread');
    return tasks;
  }
}
