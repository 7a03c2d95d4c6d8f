import { createExecutor, type Executor, type ExecutorOptions } from './execute.ts';
import { buildServiceSchema, serviceSchema } from './schema.ts';
import { answerWithSlashes } from './slash-paths.ts';

/**
 * An executor that answers paths as the credential of the caller wants them. Its second schema is built for the first caller that
 * needs it, so no other answer takes longer.
 */
export function createPathExecutor(options: ExecutorOptions): Executor {
  const plain = createExecutor(serviceSchema(), options);
  let slashed: Executor | undefined;
  const execute: typeof plain = Object.assign(
    (...[request, base]: Parameters<Executor>) => {
      if (!base.caller.consumer.slashPaths) return plain(request, base);
      slashed ??= createSlashed(options);
      return slashed(request, base);
    },
    { readArguments: plain.readArguments, readSome: plain.readSome, cost: plain.cost, facts: plain.facts },
  );
  return execute;
}

function createSlashed(options: ExecutorOptions): Executor {
  const schema = buildServiceSchema();
  answerWithSlashes(schema);
  return createExecutor(schema, options);
}
