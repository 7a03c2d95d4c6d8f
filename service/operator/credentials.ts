import { and, asc, eq, isNull } from 'drizzle-orm';
import { createConsumerCredential } from '../auth/consumer-credential.ts';
import { consumers } from '../db/tables/consumers.ts';
import { type Command, required } from './command.ts';

export const createCredential: Command = {
  summary: 'a consumer credential, shown this once',
  options: {
    label: { placeholder: 'name', summary: 'whom it is for' },
    'names-visitors': { summary: 'a web app, whose visitors are counted one by one' },
  },
  async run(operation) {
    const { db, config } = operation.context;
    const label = required(operation, 'label');
    const { credential } = await createConsumerCredential(db, config.environment, label, {
      namesVisitors: operation.options['names-visitors'] === true,
    });
    operation.print(credential);
    return true;
  },
};

export const listCredentials: Command = {
  summary: 'who may call the API, by id, label and date',
  options: {},
  async run({ context, print }) {
    for (const { id, label, namesVisitors, createdAt, revokedAt } of await context.db
      .select()
      .from(consumers)
      .orderBy(asc(consumers.createdAt))) {
      const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : 'valid';
      const names = namesVisitors ? ['names visitors'] : [];
      print([id, createdAt.toISOString(), state, label, ...names].join('\t'));
    }
    return true;
  },
};

export const revokeCredential: Command = {
  summary: 'ends a consumer credential at once',
  options: { id: { placeholder: 'consumerId', summary: 'as list-credentials shows it' } },
  async run(operation) {
    const { db } = operation.context;
    const revoked = await db
      .update(consumers)
      .set({ revokedAt: new Date() })
      .where(and(eq(consumers.id, required(operation, 'id')), isNull(consumers.revokedAt)))
      .returning({ id: consumers.id });
    operation.print(revoked.length > 0 ? 'Revoked.' : 'There is no valid credential with this id.');
    return revoked.length > 0;
  },
};
