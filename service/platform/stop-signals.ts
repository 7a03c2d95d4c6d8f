/** Of a shell: ended by SIGINT. */
const INTERRUPTED = 130;

/**
 * Hears SIGTERM and SIGINT from now on, also as process 1 of a container, to which the system's own answer does not apply.
 * Until the process says how it stops it has taken nothing on, and a signal ends it at once. While it stops, supervisors
 * that ask again change nothing, as stopping has a bound of its own; a second Ctrl-C ends it.
 * @returns a function to be told how this process stops
 */
export function hearStopSignals(): (stop: () => Promise<void>) => void {
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
