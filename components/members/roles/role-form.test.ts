import { describe, expect, it } from 'vitest';
import { checkRoleForm, type RoleForm } from './role-form.ts';

const now = new Date('2026-11-21T12:00:00.500Z');
const owner = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const members = [{ walletAddress: owner, role: 'OWNER' as const }];
const form: RoleForm = {
  account: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  role: 'VIEWER',
  duration: 'never',
  date: '',
  isAgent: false,
};

function check(part: Partial<RoleForm>) {
  const checked = checkRoleForm({ ...form, ...part }, members, now);
  return checked.ok ? checked.value : checked.errors;
}

describe('the form of a role', () => {
  it('accepts a lowercase address with surrounding spaces and returns its checksummed form', () => {
    expect(check({ account: ` ${form.account} ` })).toEqual({
      account: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      expiry: null,
    });
  });

  it.each([
    ['too short', '0x1234', /40 hexadecimal/],
    ['a broken checksum', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293Bc', /checksum/],
    ['the zero address', `0x${'0'.repeat(40)}`, /not allowed/],
    ['an owner', owner, /every right already/],
  ])('rejects an address that is %s', (_name, account, message) => {
    expect(check({ account })).toEqual({ account: expect.stringMatching(message) });
  });

  it('counts days from now in whole seconds, as the chain does', () => {
    expect(check({ duration: '30' })).toMatchObject({ expiry: new Date('2026-12-21T12:00:00.000Z') });
  });

  it("ends a day with its last second in the user's time zone", () => {
    expect(check({ duration: 'date', date: '2026-12-24' })).toMatchObject({
      expiry: new Date(2026, 11, 24, 23, 59, 59),
    });
  });

  it('takes the end that was asked for, unless it has passed', () => {
    const asked = new Date('2027-02-01T08:30:00.000Z');
    expect(check({ duration: 'asked', asked })).toMatchObject({ expiry: asked });
    expect(check({ duration: 'asked', asked: null })).toMatchObject({ expiry: null });
    expect(check({ duration: 'asked', asked: now })).toEqual({ date: 'Choose a day in the future.' });
  });

  it('rejects a missing or past day', () => {
    expect(check({ duration: 'date', date: '' })).toEqual({ date: 'Choose a day.' });
    expect(check({ duration: 'date', date: '2026-11-19' })).toEqual({
      date: 'Choose a day in the future.',
    });
  });

  it('rejects an end after that of a contributor who grants the role', () => {
    const latest = String(Date.parse('2026-12-01T00:00:00Z') / 1000);
    const checked = (duration: RoleForm['duration']) =>
      checkRoleForm({ ...form, duration }, members, now, latest);
    expect(checked('7')).toMatchObject({ ok: true });
    for (const duration of ['30', 'never'] as const)
      expect(checked(duration)).toEqual({
        ok: false,
        errors: { duration: expect.stringMatching(/its own/) },
      });
  });

  it('rejects a day that is more than 100 years away', () => {
    expect(check({ duration: 'date', date: '2126-11-01' })).toMatchObject({ expiry: expect.any(Date) });
    expect(check({ duration: 'date', date: '9999-12-31' })).toEqual({
      date: 'Choose a day within the next 100 years.',
    });
  });
});
