import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { announcements } from '#service/platform/db/tables/activity.ts';
import { agreements } from '#service/platform/db/tables/agreements.ts';
import { didLinks } from '#service/platform/db/tables/did.ts';
import { labs } from '#service/platform/db/tables/labs.ts';
import { publishImages } from '#service/worker/publish-images.ts';
import { png, putImage } from '../test-image.ts';
import { mintLab } from '../test-lab.ts';
import { mutate, type WriteCase } from './write-case.ts';

const CREATE =
  'mutation($o: String!) { createLab(input: { oclId: $o }) { lab { oclId } error { code details } } }';
const RENAME = `mutation($o: String!, $name: String!) {
  updateLabNftMetadata(oclId: $o, input: { name: $name }) { oclId error { code details } } }`;
const ANNOUNCE = `mutation($o: String!, $headline: String!) {
  createAnnouncement(oclId: $o, headline: $headline, body: "b") { message error { code details } } }`;
const PICTURE = `mutation($o: String!) { generateLabImageUploadUrl(oclId: $o, contentType: "image/png") {
  uploadUrl key error { code details } } }`;
const AGREEMENT = `mutation($data: AWSJSON!) { generateOclMembershipAgreement(agreementData: $data) {
  agreementKey error { code details } } }`;

export const labCases: WriteCase[] = [
  {
    name: 'register a lab',
    async prepare({ home, lab }) {
      const { oclId } = await mintLab(lab.owner);
      const { db } = home.context;
      return {
        ask: (endpoint) => mutate(endpoint, CREATE, { o: oclId }, lab.token),
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
        ask: (endpoint) => mutate(endpoint, RENAME, { o: lab.oclId, name }, lab.token),
        effects: () => home.context.db.$count(labs, eq(labs.name, name)),
      };
    },
  },
  {
    name: 'announce',
    async prepare({ home, lab }) {
      const headline = randomUUID();
      return {
        ask: (endpoint) => mutate(endpoint, ANNOUNCE, { o: lab.oclId, headline }, lab.token),
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
          const { result, ...outcome } = await mutate(endpoint, PICTURE, { o: lab.oclId }, lab.token);
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
      const data = JSON.stringify({ oclId: lab.oclId, symbol: 'LAB', title: randomUUID() });
      let key = '';
      return {
        async ask(endpoint) {
          const { result, ...outcome } = await mutate(endpoint, AGREEMENT, { data });
          key = String(result?.agreementKey ?? '');
          return outcome;
        },
        effects: () => home.context.db.$count(agreements, eq(agreements.key, key)),
      };
    },
  },
];
