import { performance } from 'node:perf_hooks';
import { FairTurns, NoTurnError, type Turn } from '@labroom/protocol/fair-turns';
import { networkOf } from '@labroom/protocol/network-of';
import { ProcessorBudget } from '@labroom/protocol/processor-budget';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admissionRefused, guestProcessorSeconds, guestsWaiting } from '#platform/telemetry/metrics.ts';
import { statementMs } from '#platform/telemetry/statement-time.ts';
import { rateHeaders, reportRate, tooManyRequests } from './rate-headers.ts';

/** Who sends a request, for the turns of the process. */
export type AdmittedCaller =
  /** A program of the operator, which has limits of its own and never waits. */
  | { consumer: string }
  /** Everybody else. `isMetered`: the network's processor time is counted as well. */
  | { network: string; isMetered: boolean };

/** Part of the time of its statements that PostgreSQL is taken to compute for this process. */
const DATABASE_SHARE = 0.5;

const callers = new WeakMap<FastifyRequest, AdmittedCaller>();
const running = new WeakMap<FastifyRequest, Turn>();

/** Names the caller of a request, where it is not just an address. Call in `onRequest`. */
export function admitAs(request: FastifyRequest, caller: AdmittedCaller): void {
  callers.set(request, caller);
}

/** Gives the place of a request to the next one of its network, because it will wait for something else than the processor. */
export function restTurn(request: FastifyRequest): void {
  running.get(request)?.rest();
}

/**
 * Waits between the parts of a long request until it is its turn again.
 * @throws ServiceError `RATE_LIMITED`
 */
export async function takeTurnAgain(request: FastifyRequest): Promise<void> {
  try {
    await running.get(request)?.again();
  } catch (error) {
    throw error instanceof NoTurnError ? tooManyRequests(error.retryAfterSeconds) : error;
  }
}

interface AdmissionOptions {
  /** Milliseconds of processor time of a network per minute; `null`: not limited. */
  perMinuteMs: number | null;
  /** Routes that take no turn. */
  except: readonly string[];
}

/**
 * Admits requests by what they cost, before their bodies are read: one network after another gets the processor of this process, and
 * a network without a session has so much of its time per minute (docs/specification/limits.md#processor-time).
 */
export function admitByCost(app: FastifyInstance, { perMinuteMs, except }: AdmissionOptions): void {
  const turns = new FairTurns({
    atOnce: { alone: 8, shared: 2 },
    inAll: 16,
    // Most of what a short request costs is outside of its turn: connection, database, collection of memory.
    givesWay: { to: 'callers', times: 20 },
    maxWaiting: 256,
    maxWaitMs: 10_000,
    processorMs: () => processorMs() + DATABASE_SHARE * statementMs(),
    busyMs: () => performance.eventLoopUtilization().active,
  });
  const budget = perMinuteMs === null ? null : new ProcessorBudget(perMinuteMs);

  app.addHook('preParsing', async (request, reply, payload) => {
    if (except.includes(request.routeOptions.url ?? '')) return payload;
    const caller = callers.get(request) ?? { network: networkOf(request.ip), isMetered: true };
    if ('consumer' in caller) {
      const turn = turns.begin(`consumer:${caller.consumer}`);
      reply.raw.once('close', () => turn.end());
      return payload;
    }
    const { network, isMetered } = caller;
    const metered = isMetered ? budget : null;
    if (metered) requireTime(reply, metered, network);
    const turn = await takeTurn(turns, network, reply);
    running.set(request, turn);
    const end = () => {
      const ms = turn.end();
      metered?.spend(network, ms);
      guestProcessorSeconds.inc(ms / 1_000);
    };
    if (reply.raw.closed) end();
    else reply.raw.once('close', end);
    return payload;
  });

  // What is left to one address is of no use to others that a cache serves.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (String(reply.getHeader('cache-control')).startsWith('public'))
      for (const name of rateHeaders.split(', ')) reply.removeHeader(name);
    return payload;
  });

  function requireTime(reply: FastifyReply, bucket: ProcessorBudget, network: string): void {
    const state = bucket.stateOf(network);
    const perMinute = perMinuteMs ?? 0;
    const wait = reportRate(reply, {
      wait: state.wait,
      buckets: [{ policy: 'processor', perMinute, ...state }],
    });
    if (wait === 0) return;
    admissionRefused.inc({ cause: 'time' });
    throw tooManyRequests(wait);
  }
}

async function takeTurn(turns: FairTurns, network: string, reply: FastifyReply): Promise<Turn> {
  const left = new AbortController();
  const leave = () => left.abort();
  reply.raw.once('close', leave);
  guestsWaiting.inc();
  try {
    return await turns.enter(network, left.signal);
  } catch (error) {
    if (!(error instanceof NoTurnError)) throw error;
    admissionRefused.inc({ cause: 'turn' });
    throw tooManyRequests(error.retryAfterSeconds);
  } finally {
    reply.raw.off('close', leave);
    guestsWaiting.dec();
  }
}

/** Of the thread that serves requests. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
