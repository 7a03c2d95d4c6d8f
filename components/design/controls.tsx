'use client';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextareaField, TextField } from '../ui/labelled-fields.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const plates = [
  { name: 'plate-06.csv', access: 'Everyone', size: '1.21 MB' },
  { name: 'plate-07.csv', access: 'Team', size: '1.24 MB' },
  { name: 'library.fasta', access: 'Token holders', size: '3.80 MB' },
];

export function Controls() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-wrap gap-3">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button size="sm">small</Button>
        <Button busy>busy</Button>
        <Button disabled>disabled</Button>
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Menu trigger={<Button>Open a menu</Button>}>
          <MenuItem>Download</MenuItem>
          <MenuItem danger>Delete</MenuItem>
        </Menu>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="Name" hint="At most 200 characters." defaultValue="Alpine Soil" />
        <TextField label="Symbol" error="Use 3 to 8 capital letters." defaultValue="x" />
        <TextareaField label="Description" />
        <Field label="Readiness">
          {(control) => (
            <Select {...control}>
              <option>Any readiness</option>
            </Select>
          )}
        </Field>
        <Checkbox label="Everyone in the team" hint="Four people." defaultChecked />
      </div>
      <div className="flex flex-wrap gap-6">
        <Badge>Neutral</Badge>
        <Badge tone="acc">Accent</Badge>
        <Badge tone="good">Matches</Badge>
        <Badge tone="warn">Was public</Badge>
        <Badge tone="bad">Not met</Badge>
      </div>
      <Tabs
        label="Example tabs"
        tabs={[
          { value: 'preview', label: 'Preview', content: 'The content of a tab.' },
          { value: 'about', label: 'About', content: 'The content of another tab.' },
        ]}
      />
      <Table caption="Files">
        <TableHead>
          <HeaderCell sorted="ascending">Name</HeaderCell>
          <HeaderCell>Access</HeaderCell>
          <HeaderCell className="text-right">Size</HeaderCell>
        </TableHead>
        <tbody>
          {plates.map(({ name, access, size }, position) => (
            <Row key={name} selected={position === 1}>
              <Cell className="font-medium">{name}</Cell>
              <Cell>{access}</Cell>
              <Cell className="text-right">{size}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Pagination page={1} totalPages={3} hrefFor={() => '/design'} />
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          title="Delete the file?"
          description="It can be restored for 30 days."
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          The content of a dialog.
        </Dialog>
      )}
    </div>
  );
}
