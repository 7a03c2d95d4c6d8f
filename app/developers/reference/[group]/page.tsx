import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GuideFrame } from '#components/developers/guide-frame.tsx';
import { OperationFilter } from '#components/developers/operation-filter.tsx';
import { OperationList } from '#components/developers/operation-list.tsx';
import { operations } from '#lib/developers/api-reference.generated.ts';
import { slugOf } from '#lib/developers/operation-text.ts';
import { operationTexts } from '#web/developer-text.ts';

interface GroupPageProps {
  params: Promise<{ group: string }>;
}

export async function generateMetadata({ params }: GroupPageProps): Promise<Metadata> {
  const { slug, title } = await groupOf(params);
  const path = `/developers/reference/${slug}`;
  return {
    title: `Operations: ${title}`,
    description: `Operations of the GraphQL API: ${title}.`,
    alternates: { canonical: path, types: { 'text/markdown': `${path}.md` } },
  };
}

/** The operations of one group in full. */
export default async function GroupPage({ params }: GroupPageProps) {
  const { slug, title, members } = await groupOf(params);
  return (
    <GuideFrame current={`reference/${slug}`}>
      <header className="flex flex-col gap-4">
        <h1 className="text-2xl">{title}</h1>
        <OperationFilter words={undefined} />
      </header>
      <OperationList operations={await operationTexts(members)} />
    </GuideFrame>
  );
}

async function groupOf(params: GroupPageProps['params']) {
  const { group: slug } = await params;
  const members = operations.filter(({ group }) => slugOf(group) === slug);
  const [first] = members;
  if (!first) notFound();
  return { slug, title: first.group, members };
}
