import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { everyEvent } from '@labroom/client';
import { labroom, oclId } from './labroom.ts';

// The position of the last event that was handled. `0` is the beginning of the log.
const after = existsSync('cursor.txt') ? readFileSync('cursor.txt', 'utf8') : '0';

// Every event once, oldest first. Without oclId: of all labs. Run it again later to get what is new.
for await (const event of everyEvent(labroom.call, { after, oclId })) {
  console.log(event.id, event.activity?.__typename ?? event.onChain?.eventName);
  writeFileSync('cursor.txt', event.cursor ?? after);
}
