import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Step {
  name: string;
  command: [string, ...string[]];
  env?: Record<string, string>;
  /** Names of the steps that must have passed. */
  after?: readonly string[];
  /** Runs beside no other step, and its output is shown as it comes. */
  alone?: true;
}

export interface StepOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Steps at a time. */
  lanes: number;
  log: (text: string) => void;
}

/**
 * Runs the steps in their order, several at a time. The output of a step is printed when it ends. After a failure no other
 * step starts and the running ones are interrupted.
 * @returns the name of the step that failed first.
 */
export async function runSteps(
  steps: readonly Step[],
  { cwd, env, lanes, log }: StepOptions,
): Promise<string | undefined> {
  const waiting = [...steps];
  const passed = new Set<string>();
  const running = new Map<Step, { interrupt(): void; ended: Promise<void> }>();
  let failed: string | undefined;

  const isReady = ({ after = [], alone }: Step) =>
    after.every((name) => passed.has(name)) && (!alone || running.size === 0);

  const start = (step: Step) => {
    const [command, ...args] = step.command;
    const startedAt = Date.now();
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...step.env },
      stdio: step.alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    log(`started: ${step.name}`);
    const ended = once(child, 'close').then(([code]) => {
      running.delete(step);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      const isInterrupted = failed !== undefined;
      if (code === 0) passed.add(step.name);
      else failed ??= step.name;
      const outcome = code === 0 ? 'ok' : isInterrupted ? 'interrupted' : 'FAILED';
      const position = `[${passed.size}/${steps.length}]`;
      log(`\n${position} ${step.name}: ${outcome} after ${seconds} s\n${Buffer.concat(output)}`);
    });
    running.set(step, { interrupt: () => void child.kill('SIGINT'), ended });
  };

  for (;;) {
    while (!failed && running.size < lanes && ![...running.keys()].some(({ alone }) => alone)) {
      const next = waiting.find(isReady);
      if (!next) break;
      waiting.splice(waiting.indexOf(next), 1);
      start(next);
    }
    if (running.size === 0) break;
    await Promise.race([...running.values()].map(({ ended }) => ended));
    if (failed) {
      for (const { interrupt } of running.values()) interrupt();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    }
  }
  if (!failed && waiting[0]) throw new Error(`"${waiting[0].name}" waits for a step that does not exist`);
  return failed;
}
