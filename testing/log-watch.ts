import pino from 'pino';

/** A log whose lines a test can wait for. */
export function watchedLog() {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const write = (line: string) => {
    lines.push(line);
    for (const look of waiting) look();
  };
  return {
    log: pino({ level: 'debug' }, { write }),
    /** Adds a line that another process logged. */
    write,
    lines,
    /** Resolves when past and future lines contain `text` that many times. */
    until(text: string, times = 1): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (lines.filter((line) => line.includes(text)).length < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
}
