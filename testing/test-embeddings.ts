import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface EmbeddingsRequest {
  authorization: string | undefined;
  model: string;
  input: string[];
}

/** Behaviour of the endpoint; by default it responds. */
interface Behaviour {
  /** `silent`: it takes the request and says nothing. */
  state: 'up' | 'down' | 'silent';
  /** At most 512. */
  dimensions: number;
  /** Vectors that it leaves out of an answer. */
  missing: number;
  /** Texts that it rejects. */
  refuses(text: string): boolean;
}

/**
 * An endpoint that speaks OpenAI's `POST /v1/embeddings` without a language model: a text is the sum of directions of its
 * words, of their beginnings and of what `meanings` says they are about. The same text always has the same vector.
 */
export async function startTestEmbeddings(meanings: readonly (readonly string[])[] = []) {
  const requests: EmbeddingsRequest[] = [];
  const behaviour: Behaviour = { state: 'up', dimensions: 512, missing: 0, refuses: () => false };
  const silent = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString());
    requests.push({ authorization: request.headers.authorization, model, input });
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (behaviour.state === 'silent') silent.add(response);
    else if (behaviour.state === 'down') answer(500, { error: { message: `cannot do ${input[0]}` } });
    else if (input.some(behaviour.refuses)) answer(400, { error: { message: `cannot read ${input[0]}` } });
    else {
      const data = input
        .map((text: string, index: number) => ({
          index,
          embedding: embeddingOf(text, behaviour.dimensions, meanings),
        }))
        .slice(behaviour.missing)
        .reverse();
      answer(200, { object: 'list', data, model });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    behaviour,
    async stop() {
      for (const response of silent) response.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

function embeddingOf(text: string, dimensions: number, meanings: readonly (readonly string[])[]): number[] {
  const sum = new Array<number>(dimensions).fill(0);
  const add = (feature: string, weight: number) => {
    const bytes = directionOf(feature);
    for (let at = 0; at < dimensions; at += 1) {
      const sign = ((bytes[at >> 3] ?? 0) >> (at % 8)) & 1;
      sum[at] = (sum[at] ?? 0) + (sign ? weight : -weight);
    }
  };
  const words = new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu),
  );
  for (const word of words) {
    add(`word ${word}`, 1);
    add(`beginning ${word.slice(0, 5)}`, 1);
    meanings.forEach((meaning, number) => {
      if (meaning.some((start) => word.startsWith(start))) add(`meaning ${number}`, 2);
    });
  }
  if (words.size === 0) add('nothing', 1);
  return sum;
}

const directions = new Map<string, Uint8Array>();
function directionOf(feature: string): Uint8Array {
  const bytes = directions.get(feature) ?? createHash('sha512').update(feature).digest();
  directions.set(feature, bytes);
  return bytes;
}
