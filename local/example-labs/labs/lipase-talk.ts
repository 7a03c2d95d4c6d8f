import type { ExampleLab } from './example-lab.ts';

/** What the lipase screen announces, what is said about its files, and its release. */
export const lipaseTalk: Pick<ExampleLab, 'announcements' | 'talk' | 'release'> = {
  announcements: [
    {
      headline: 'The plasmid and its primers are public',
      body: 'Our expression plasmid pLR26 is in `sequences/`, with a map and four primers. Use it as you like.',
    },
    {
      headline: 'Round three is on the plates',
      body: 'Two variants kept **more than half** of their activity after an hour at 85 °C. Replicates run this week.',
    },
  ],
  talk: [
    {
      path: 'results/round-3/melting-curves.csv',
      comments: [
        {
          by: 'viewer',
          body: 'The wild type seems to unfold in two steps, around 58 °C and 63 °C. Is that a second species, or the dye?',
        },
        {
          by: 'contributor',
          body: 'The dye. Without it, by the fluorescence of tryptophan, there is one step. I will add that run.',
        },
      ],
      reviewedBy: 'contributor',
    },
    {
      path: 'protocols/activity-assay.md',
      comments: [
        {
          by: 'contributor',
          body: 'Step 1: we dilute 1:40 by now, or the best variants leave the linear part.',
        },
        { by: 'owner', body: 'Agreed. Please change it when round four is on the plates.' },
      ],
    },
  ],
  release: {
    name: 'Round three',
    description:
      'Plates, melting curves and gels of round three, with the sequences and programs that belong to them.',
  },
};
