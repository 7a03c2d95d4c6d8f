import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Colours } from '#components/design/colours.tsx';
import { Controls } from '#components/design/controls.tsx';
import { Figures } from '#components/design/figures.tsx';
import { Marks } from '#components/design/marks.tsx';
import { Messages } from '#components/design/messages.tsx';
import { Typography } from '#components/design/typography.tsx';
import { Section } from '#components/ui/section.tsx';
import { webEnv } from '#web/config/env.ts';

export const metadata: Metadata = { title: 'Design', robots: { index: false } };

/** All tokens and components, for developers. There is no such page in production. */
export default function DesignPage() {
  if (webEnv().environment === 'production') notFound();
  return (
    <div className="flex flex-col gap-16">
      <h1 className="text-2xl">Design</h1>
      <Section title="Type">
        <Typography />
      </Section>
      <Section title="Colours">
        <Colours />
      </Section>
      <Section title="Controls">
        <Controls />
      </Section>
      <Section title="Marks">
        <Marks />
      </Section>
      <Section title="Figures">
        <Figures />
      </Section>
      <Section title="Messages">
        <Messages />
      </Section>
    </div>
  );
}
