#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { once } from 'node:events';
import { exitCodes } from './command-line/exit-codes.ts';
import { openTerminal } from './command-line/terminal.ts';
import { run } from './run.ts';

// What reads the result may end first (`labroom ls | head`), or its disk be full.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE')
    process.stderr.write(`labroom: The result cannot be written (${error.code}).\n`);
  process.exit(exitCodes.failed[0]);
});

process.exitCode = await run(
  process.argv.slice(2),
  { env: process.env, cwd: process.cwd(), terminal: openTerminal(process.stdin, process.stderr) },
  {
    print: (text) => process.stdout.write(`${text}\n`),
    write: (document) => process.stdout.write(document),
    pipe: async (content) => {
      for await (const piece of content)
        if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    },
    complain: (text) => process.stderr.write(`${text}\n`),
  },
);
