import { WillHold } from '../ui/will-hold.tsx';

/** What an inbox holds. */
export const InboxExamples = () => (
  <WillHold
    rows={[
      ['Somebody asks for access to your lab', 'decide in Members'],
      ['An owner grants the role that you asked for', 'open the lab'],
      ['A comment answers yours', 'read it'],
      ['A file that you follow has version 3', 'compare it'],
    ]}
  />
);
