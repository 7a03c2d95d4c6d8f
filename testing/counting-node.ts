import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './transports/listen.ts';

/** A node that counts what it is asked. */
export interface CountingNode {
  url: string;
  /** Names of the methods, in order. */
  asked: string[];
  /** Answers from now on are read at once, and given when the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

export async function startCountingNode(target: string): Promise<CountingNode> {
  const asked: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  const server = createServer(async (near, answer) => {
    const body = await text(near);
    asked.push(...[JSON.parse(body)].flat().map(({ method }: { method: string }) => method));
    const until = gate;
    const far = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const result = await far.text();
    await until;
    answer.setHeader('content-type', 'application/json');
    answer.end(result);
  });
  return {
    ...(await listen(server)),
    asked,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = Promise.resolve();
        resolve();
      };
    },
  };
}
