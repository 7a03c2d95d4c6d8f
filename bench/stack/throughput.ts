import autocannon from 'autocannon';

interface Serving {
  url: string;
  /** Of the server and of the database. */
  cpuMilliseconds(): Promise<number>;
}

/** Requests per second, CPU time per request and response times over 32 connections, each of which asks what `draw` returns. */
export async function throughput(server: Serving, draw: () => autocannon.Request, seconds: number) {
  const before = await server.cpuMilliseconds();
  const times: number[] = [];
  const url = new URL(server.url).origin;
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...draw() }) }];
  // The API answers 200 with an error as well.
  const verifyBody = (body: unknown) => !String(body).includes('"errors":[');
  const options = { url, requests, connections: 32, duration: seconds, verifyBody };
  const done = await new Promise<autocannon.Result>((accept, refuse) => {
    const run = autocannon(options, (error, result) => (error ? refuse(error) : accept(result)));
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const cpu = (await server.cpuMilliseconds()) - before;
  const { non2xx, errors, mismatches } = done;
  if (non2xx + errors + mismatches > 0)
    throw new Error(`${non2xx} refused, ${errors} failed, ${mismatches} answered with errors`);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    'CPU ms/request': cpu / done.requests.total,
    'requests/s': done.requests.average,
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'p99 ms': at(0.99),
  };
}
