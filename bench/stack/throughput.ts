import autocannon from 'autocannon';

interface Serving {
  url: string;
  cpuMilliseconds(): number;
}

/** Requests per second over 32 connections, and CPU time of the server per request. */
export async function throughput(server: Serving, requests: autocannon.Request[], seconds: number) {
  const before = server.cpuMilliseconds();
  const url = new URL(server.url).origin;
  const done = await autocannon({ url, requests, connections: 32, duration: seconds });
  const cpu = server.cpuMilliseconds() - before;
  if (done.non2xx + done.errors > 0) throw new Error(`${done.non2xx} refused, ${done.errors} failed`);
  return { 'requests/s': done.requests.average, 'CPU ms/request': cpu / done.requests.total };
}
