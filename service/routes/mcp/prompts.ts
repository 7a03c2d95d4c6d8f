import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

interface Job {
  name: string;
  title: string;
  description: string;
  /** What the person says, by argument. */
  args: Record<string, string>;
  steps: string;
}

/** The five common jobs. The steps name the tools and the documents that they need. */
const jobs: readonly Job[] = [
  {
    name: 'find_data',
    title: 'Find data',
    description: 'Find files about a subject and say which are open.',
    args: { subject: 'What the data is about.' },
    steps:
      'Call `search`. For each promising result call `fetch`, for more of a text `read_file`, and for what else is in its lab `open_lab`. Name lab, path, version and access of each file that you cite, with its url.',
  },
  {
    name: 'start_lab',
    title: 'Start a lab',
    description: 'Mint a lab and register it.',
    args: { wallet: 'The wallet that will own the lab.' },
    steps:
      'Call `orient`, then `prepare_mint`. Show the transaction and its value before the person signs it. Read the oclId from the receipt, call `foresee` for createLab, and only if it runs call create_lab, or createLab of the API.',
  },
  {
    name: 'store_secret_file',
    title: 'Store a secret file',
    description: 'Encrypt a file and add it to a data room.',
    args: { oclId: 'The lab.', wallet: 'The wallet that stores it.' },
    steps:
      'Call `put_file` and follow its steps: each has the tool, its arguments and what to do on this machine. Stop where `foresee` says that a call would be refused, and say why. Never send the plaintext or a key anywhere.',
  },
  {
    name: 'open_secret_file',
    title: 'Open a secret file',
    description: 'Find out whether a wallet can open a file, and open it.',
    args: { oclId: 'The lab.', path: 'The file.', wallet: 'The wallet that reads.' },
    steps:
      'Call `explain_access`. If it would be refused, say which condition fails and who could change it; do not pay. Else use `labroom mcp`, which opens it on the machine of the person. Without it, call decrypt_data_key with a public key whose private key stays outside of this conversation, decrypt where the file is needed, and compare the hash. Ask for no key here, and repeat none.',
  },
  {
    name: 'give_access',
    title: 'Give access',
    description: 'Grant a role in a lab.',
    args: { oclId: 'The lab.', to: 'The wallet that gets the role.', from: 'The wallet that signs.' },
    steps:
      'Call `open_lab` and check that the signer is an owner, or a contributor who grants the viewer role. Ask until when, and prefer an end. Call `prepare_grant` (or `prepare_extend` for a role that the wallet has), show the transaction, and let the person sign it.',
  },
];

export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, args, steps } of jobs) {
    const argsSchema = z.object(
      Object.fromEntries(
        Object.entries(args).map(([arg, meaning]) => [arg, z.string().max(2_000).describe(meaning)]),
      ),
    );
    server.registerPrompt(name, { title, description, argsSchema }, (given) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `${description}\n\n${JSON.stringify(given)}\n\n${steps}` },
        },
      ],
    }));
  }
}
