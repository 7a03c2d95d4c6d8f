import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Step {
  name: string;
  command: [string, ...string[]];
  env?: Record<string, string>;
  /** Names of the steps that must have passed. */
  after?: readonly string[];
  /** Runs without other steps, and prints its output immediately. */
  alone?: true;
}

export interface StepOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Number of concurrent steps. */
  lanes: number;
  log: (text: string) => void;
}

/**
 * Runs the steps in order, several concurrently. Prints the output of a step when it ends. After a failure, starts no other
 * step and interrupts the running ones.
 * @returns the name of the step that failed first
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
