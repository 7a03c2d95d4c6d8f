import type { DocumentNode } from 'graphql';
import type { FaultyService } from '../faulty-service.ts';
import { type Proof, post, refusalOf } from '../test-client.ts';
import type { RegisteredLab } from '../test-registered-lab.ts';
import type { TestService } from '../test-service.ts';

export interface FaultyFixture {
  /** On the same database and storage, and never broken. */
  home: TestService;
  faulty: FaultyService;
  lab: RegisteredLab;
}

/** Outcome of a response; `code` is null on success. */
export interface Outcome {
  code: string | null;
  reason?: string | undefined;
}

/** One thing to be done once, by a careful client. */
export interface Attempt {
  /** One try. It never throws for what was answered. */
  ask(endpoint: Endpoint): Promise<Outcome>;
  /** Reasons or codes of refusals that tell a second try that the first one got through. */
  done?: readonly string[];
  /** It has no name of its own: before another try, a careful client looks whether it is there. */
  looks?: boolean;
  effects(): Promise<number>;
  /** Checks further conditions after a single attempt. @returns the violated one */
  afterwards?(): Promise<string | null>;
}

export interface WriteCase {
  name: string;
  /** Something new to do. */
  prepare(fixture: FaultyFixture): Promise<Attempt>;
}

export type Endpoint = Pick<TestService, 'url' | 'credential'>;

interface MutationResult {
  error: { code: string; details: string | null } | null;
  [field: string]: unknown;
}

/** Asks for a mutation that reports in band. @returns its result too, where it went well */
export async function mutate(
  endpoint: Endpoint,
  query: string | DocumentNode,
  variables: Record<string, unknown>,
  proof?: Proof,
): Promise<Outcome & { result?: MutationResult }> {
  const { body } = await post(endpoint, query, variables, proof);
  const [thrown] = body.errors ?? [];
  if (thrown) return { code: String(thrown.errorType) };
  const [result] = Object.values(body.data) as MutationResult[];
  if (!result) return { code: 'nothing was answered' };
  if (result.error) return refusalOf(result);
  return { code: null, result };
}

/** A turn of a job, as the worker takes it. */
export async function job(run: () => Promise<unknown>): Promise<Outcome> {
  return run().then(
    () => ({ code: null }),
    () => ({ code: 'INTERNAL_ERROR' }),
  );
}
