import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { Machine } from './cli.fixture.ts';

export interface ToolAnswer {
  content: { text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/** An agent that started `labroom mcp` and speaks to it as the revision of 2025-11-25 does. */
export class Agent {
  /** Everything that the program said. */
  heard = '';
  readonly #child: ReturnType<Machine['start']>;
  readonly #lines: AsyncIterator<string>;
  #id = 0;

  constructor(machine: Machine, ...options: string[]) {
    this.#child = machine.start('mcp', '--folder', machine.folder, ...options);
    const { stdout } = this.#child;
    if (!stdout) throw new Error('There is no stdout');
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'test', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  async ask<Result>(method: string, params: object = {}): Promise<Result> {
    this.#id += 1;
    const asked = this.#id;
    this.#send({ id: asked, method, params });
    const { value: line } = await this.#lines.next();
    this.heard += line;
    const { id, result, error } = JSON.parse(String(line));
    expect(id).toBe(asked);
    if (error) throw new Error(error.message);
    return result;
  }

  call(name: string, options: object = {}): Promise<ToolAnswer> {
    return this.ask('tools/call', { name, arguments: options });
  }

  /** Ends it as an agent does. Returns the exit code. */
  async end(): Promise<number | null> {
    const closed = once(this.#child, 'close');
    this.#child.stdin?.end();
    return (await closed)[0];
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
