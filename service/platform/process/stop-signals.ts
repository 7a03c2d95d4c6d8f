/** Exit status of a process ended by SIGINT. */
const INTERRUPTED = 130;

/**
 * Handles SIGTERM and SIGINT from now on, also as process 1 of a container, which has no default handlers. Until the
 * process registers how it stops, a signal ends it at once, because it has not started any work. While it stops,
 * further SIGTERMs have no effect, because stopping has its own time limit; a second Ctrl-C ends the process.
 * @returns a function that registers how this process stops
 */
export function handleStopSignals(): (stop: () => Promise<void>) => void {
  let stop: (() => Promise<void>) | undefined;
  let isStopping = false;
  const hear = (signal: NodeJS.Signals) => {
    if (!stop) process.exit(0);
    if (isStopping) {
      if (signal === 'SIGINT') process.exit(INTERRUPTED);
      return;
    }
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
  return (own) => {
    stop = own;
  };
}
