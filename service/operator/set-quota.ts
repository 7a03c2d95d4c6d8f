import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { labs } from '../platform/db/tables/labs.ts';
import { type Command, required, requiredOclId, UsageError } from './core/command.ts';

const bytesSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const setQuota: Command = {
  summary: 'sets the storage quota of a lab in bytes',
  options: {
    'ocl-id': { placeholder: '0x0101…', summary: 'the lab' },
    bytes: { placeholder: 'number', summary: 'whole number; 5000000000 is the default of a new lab' },
  },
  async run(operation) {
    const { db } = operation.context;
    const oclId = requiredOclId(operation);
    const bytes = bytesSchema.safeParse(required(operation, 'bytes'));
    if (!bytes.success) throw new UsageError('--bytes: must be a whole number.');
    const [lab] = await db
      .update(labs)
      .set({ storageLimit: bytes.data })
      .where(eq(labs.oclId, oclId))
      .returning({ storedBytes: labs.storedBytes });
    operation.print(lab ? `${bytes.data} bytes; ${lab.storedBytes} are stored.` : 'No lab has this oclId.');
    return lab !== undefined;
  },
};
