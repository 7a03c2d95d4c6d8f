import { restartLinking } from '../operations/did/did-link-store.ts';
import { type Command, requiredOclId, UsageError } from './core/command.ts';

export const retryDidLinking: Command = {
  summary: 'restarts DID linking of a lab; the worker continues',
  options: {
    'ocl-id': { placeholder: '0x0101…', summary: 'one lab' },
    all: { summary: 'every lab whose linking failed' },
  },
  async run(operation) {
    const { context, options, print } = operation;
    if (Boolean(options['ocl-id']) === Boolean(options.all)) throw new UsageError('Pass --ocl-id or --all.');
    const one = options.all ? undefined : requiredOclId(operation);
    const restarted = await restartLinking(context.db, one);
    for (const id of restarted) print(id);
    if (restarted.length === 0) print('No lab has failed DID linking.');
    return true;
  },
};
