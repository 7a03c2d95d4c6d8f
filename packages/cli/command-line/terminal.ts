import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { CommandError } from './exit-codes.ts';

/** What a command says while it runs. All of it goes to stderr, so that stdout has the result alone. */
export interface Terminal {
  /** A line for the user. */
  say(line: string): void;
  /** Characters of a line; `null` where no terminal shows them. */
  width(): number | null;
  /** Replaces the line of progress, on a terminal only; without text, removes it. */
  progress(line?: string): void;
  /** Asks a question that is answered with y or n. Throws `usage` if nobody can answer. */
  confirm(question: string, instead: string): Promise<boolean>;
  /** Asks for a secret without showing it. Throws `usage` if nobody can answer. */
  askSecret(question: string, instead: string): Promise<string>;
}

export function openTerminal(stdin: ReadStream, stderr: WriteStream): Terminal {
  const isInteractive = stdin.isTTY === true && stderr.isTTY === true;
  const requireUser = (instead: string) => {
    if (!isInteractive) throw new CommandError('usage', `This is not a terminal. ${instead}`);
  };
  const clear = () => isInteractive && stderr.write('\r\x1b[2K');
  return {
    say(line) {
      clear();
      stderr.write(`${line}\n`);
    },

    width: () => (isInteractive ? stderr.columns || 80 : null),

    progress(line) {
      clear();
      if (line && isInteractive) stderr.write(line.slice(0, (stderr.columns || 80) - 1));
    },

    async confirm(question, instead) {
      requireUser(instead);
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
      } finally {
        lines.close();
      }
    },

    async askSecret(question, instead) {
      requireUser(instead);
      stderr.write(`${question} `);
      try {
        return await readHidden(stdin);
      } finally {
        stderr.write('\n');
      }
    },
  };
}

/** Reads a line of which the terminal shows nothing. */
function readHidden(stdin: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (finish: () => void) => {
      stdin.off('data', onData).setRawMode(false).pause();
      finish();
    };
    const onData = (data: Buffer) => {
      for (const character of data.toString('utf8')) {
        if (character === '\r' || character === '\n') return end(() => resolve(text));
        if (character === '\x03') return end(() => reject(new CommandError('failed', 'Cancelled.')));
        text = character === '\x7f' || character === '\b' ? text.slice(0, -1) : text + character;
      }
    };
    stdin.setRawMode(true).on('data', onData).resume();
  });
}
