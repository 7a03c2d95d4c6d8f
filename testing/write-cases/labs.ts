import { randomUUID } from 'node:crypto';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  GenerateAgreementDocument,
  GenerateLabImageUploadUrlDocument,
  UpdateLabNftMetadataDocument,
} from '@labroom/client/documents';
import { announcements } from '@labroom/service/platform/db/tables/activity.ts';
import { agreements } from '@labroom/service/platform/db/tables/agreements.ts';
import { didLinks } from '@labroom/service/platform/db/tables/did.ts';
import { labs } from '@labroom/service/platform/db/tables/labs.ts';
import { publishImages } from '@labroom/service/worker/publish-images.ts';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { png, putImage } from '../test-image.ts';
import { mintLab } from '../test-lab.ts';
import { mutate, type WriteCase } from './write-case.ts';

export const labCases: WriteCase[] = [
  {
    name: 'register a lab',
    async prepare({ home, lab }) {
      const { oclId } = await mintLab(lab.owner);
      const { db } = home.context;
      return {
        ask: (endpoint) => mutate(endpoint, CreateLabDocument, { oclId }, lab.token),
        done: ['PROJECT_CONFLICT'],
        async effects() {
          const registered = await db.$count(labs, eq(labs.oclId, oclId));
          const queued = await db.$count(didLinks, eq(didLinks.oclId, oclId));
          if (registered !== queued) throw new Error(`${registered} labs, ${queued} to be linked`);
          return registered;
        },
      };
    },
  },
  {
    name: 'rename a lab',
    async prepare({ home, lab }) {
      const name = randomUUID();
      return {
        ask: (endpoint) =>
          mutate(endpoint, UpdateLabNftMetadataDocument, { oclId: lab.oclId, input: { name } }, lab.token),
        effects: () => home.context.db.$count(labs, eq(labs.name, name)),
      };
    },
  },
  {
    name: 'announce',
    async prepare({ home, lab }) {
      const headline = randomUUID();
      return {
        ask: (endpoint) =>
          mutate(endpoint, CreateAnnouncementDocument, { oclId: lab.oclId, headline, body: 'b' }, lab.token),
        looks: true,
        effects: () => home.context.db.$count(announcements, eq(announcements.headline, headline)),
      };
    },
  },
  {
    name: 'send a picture',
    async prepare({ home, lab }) {
      const keys: unknown[] = [];
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(
            endpoint,
            GenerateLabImageUploadUrlDocument,
            { oclId: lab.oclId, contentType: 'image/png' },
            lab.token,
          );
          if (!result) return outcome;
          keys.push(`/${result.key}`);
          const { status, reason } = await putImage(String(result.uploadUrl), png());
          return status === 200
            ? { code: null }
            : { code: status >= 500 ? 'INTERNAL_ERROR' : String(status), reason };
        },
        async effects() {
          await publishImages(home.context, pino({ enabled: false }));
          const [row] = await home.context.db.select().from(labs).where(eq(labs.oclId, lab.oclId));
          return keys.filter((key) => key === row?.image).length;
        },
      };
    },
  },
  {
    name: 'make an agreement',
    async prepare({ home, lab }) {
      const agreementData = JSON.stringify({ oclId: lab.oclId, symbol: 'LAB', title: randomUUID() });
      let key = '';
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(endpoint, GenerateAgreementDocument, { agreementData });
          key = String(result?.agreementKey ?? '');
          return outcome;
        },
        effects: () => home.context.db.$count(agreements, eq(agreements.key, key)),
      };
    },
  },
];
