import type { Terminal } from './terminal.ts';

const barWidth = 24;
/** Where no terminal shows a bar, a line is written as often. */
const lineEveryMs = 10_000;
/** A bar is drawn anew at most as often. */
const drawEveryMs = 100;

interface FileProgress {
  /** Bytes of the file that have been sent or received. */
  set(bytes: number): void;
  end(): void;
}

/** Progress of a number of files in bytes, with the rate and the time that is left. */
export function openProgress(
  terminal: Terminal,
  total: { files: number; bytes: number },
  { verb = 'files', now = performance.now.bind(performance) }: { verb?: string; now?: () => number } = {},
) {
  const startedAt = now();
  let shownAt = startedAt;
  let [files, bytes] = [0, 0];
  const show = () => {
    const every = terminal.width() === null ? lineEveryMs : drawEveryMs;
    if (now() - shownAt < every) return;
    shownAt = now();
    const line = describeProgress(
      { files, bytes },
      total,
      { verb, elapsedMs: now() - startedAt },
      terminal.width(),
    );
    if (terminal.width() === null) terminal.say(line);
    else terminal.progress(line);
  };
  return {
    begin(size: number): FileProgress {
      let own = 0;
      const set = (next: number) => {
        // Sealed bytes are a little more than those of the file.
        const bounded = Math.min(next, size);
        bytes += bounded - own;
        own = bounded;
        show();
      };
      return {
        set,
        end() {
          files += 1;
          set(size);
        },
      };
    },
    end: () => terminal.progress(),
  };
}

interface Amount {
  files: number;
  bytes: number;
}

/** One line, of which a narrow terminal shows what matters most. @param width `null` without a terminal */
export function describeProgress(
  done: Amount,
  total: Amount,
  { verb, elapsedMs }: { verb: string; elapsedMs: number },
  width: number | null,
): string {
  const share = Math.min(
    1,
    total.bytes > 0 ? done.bytes / total.bytes : done.files / Math.max(1, total.files),
  );
  const perMs = elapsedMs > 0 ? done.bytes / elapsedMs : 0;
  const filled = Math.floor(share * barWidth);
  /** In the order of the line, each with its rank. */
  const parts: [rank: number, text: string][] = [
    [5, width === null ? '' : '█'.repeat(filled) + '░'.repeat(barWidth - filled)],
    [0, `${Math.floor(share * 100)} %`],
    [1, `${formatBytes(done.bytes)} of ${formatBytes(total.bytes)}`],
    [3, perMs > 0 ? `${formatBytes(perMs * 1_000)}/s` : ''],
    [2, perMs > 0 ? `${formatDuration((total.bytes - done.bytes) / perMs)} left` : ''],
    [4, `${done.files} of ${total.files} ${verb}`],
  ];
  const kept = parts.filter(([, text]) => text !== '');
  const line = () => kept.map(([, text]) => text).join(' · ');
  while (width !== null && kept.length > 1 && line().length >= width) {
    const least = Math.max(...kept.map(([rank]) => rank));
    kept.splice(
      kept.findIndex(([rank]) => rank === least),
      1,
    );
  }
  return line();
}

/** `45 s`, `3 min`, `2 h 5 min`. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1.5 MB`; powers of 1,000. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1_000 && unit < units.length - 1; unit += 1) value /= 1_000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** `1 file`, `2 files`. */
export const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
