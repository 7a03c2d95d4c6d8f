import { Gauge } from 'prom-client';
import { metrics } from './metrics.ts';

/** By job: until when it must have run again without a failure, by the clock of `performance.now`. */
const dueAt = new Map<string, number>();

new Gauge({
  name: 'labroom_job_overdue_seconds',
  help: 'Seconds since a job of the worker should have ended again without a failure: above 0 if it fails, hangs or takes long.',
  labelNames: ['job'],
  registers: [metrics],
  collect() {
    this.reset();
    for (const [job, at] of dueAt) this.set({ job }, Math.max(0, performance.now() - at) / 1_000);
  },
});

/** Expects that a job ends without a failure within this time. Call it when the job starts and after each success. */
export function expectJob(job: string, withinMs: number): void {
  dueAt.set(job, performance.now() + withinMs);
}

/** Expects nothing more of a job in this process, e.g. because another one does its work. */
export function forgetJob(job: string): void {
  dueAt.delete(job);
}
