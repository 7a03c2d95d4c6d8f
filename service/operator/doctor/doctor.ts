import type { DatabaseCommand } from '../core/command.ts';
import { examineAddresses } from './addresses.ts';
import { examineChain } from './chain.ts';
import { examineDatabase } from './database.ts';
import { examine, type Finding } from './finding.ts';
import { examineAttesters, examineKeys } from './keys.ts';
import { machine } from './machine.ts';
import { otherParties } from './others.ts';
import { examineStore } from './store.ts';

const examinations = [
  machine,
  examineDatabase,
  examineKeys,
  examineStore,
  examineChain,
  examineAttesters,
  examineAddresses,
  ...otherParties,
];

export const doctor: DatabaseCommand = {
  summary:
    'tries every party that the configuration names, and says what to change; stores and deletes one small object',
  options: {},
  async runOnDatabase({ configuration, print }) {
    const found = await Promise.all(examinations.map((one) => examine(one, configuration)));
    const findings = found.flat();
    for (const { kind, text } of findings) print(`${kind.padEnd(8)}${text}`);
    const count = (kind: Finding['kind']) => findings.filter((one) => one.kind === kind).length;
    print(
      `${count('ok')} ok, ${count('FAILED')} failed, ${count('off')} not configured, ${count('untried')} not tried.`,
    );
    if (count('FAILED') > 0) return false;
    return count('untried') > 0 ? 'incomplete' : true;
  },
};
