#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { openTerminal } from './command-line/terminal.ts';
import { run } from './run.ts';

process.exitCode = await run(
  process.argv.slice(2),
  { env: process.env, cwd: process.cwd(), terminal: openTerminal(process.stdin, process.stderr) },
  {
    print: (text) => process.stdout.write(`${text}\n`),
    write: (document) => process.stdout.write(document),
    complain: (text) => process.stderr.write(`${text}\n`),
  },
);
