import { leastRoles } from './least-roles.generated.ts';

/** Roles in a lab, the highest first. Each includes those after it. */
const roles = ['OWNER', 'CONTRIBUTOR', 'VIEWER'] as const;

export type LabRole = (typeof roles)[number];

/** An operation that needs a role in a lab. */
export type LabOperation = keyof typeof leastRoles;

/**
 * The least role that does this to what somebody else wrote. Its author needs what the operation needs.
 */
const leastRolesOnOthers = {
  deleteComment: 'OWNER',
  updateFileVersionNote: 'OWNER',
  changeFileVersionAccess: 'OWNER',
  shareFiles: 'OWNER',
} as const satisfies Record<string, LabRole>;

/** An operation by which some roles change what others wrote. */
export type OperationOnOthers = keyof typeof leastRolesOnOthers;

/** The roles that include a role. */
interface Including {
  OWNER: 'OWNER';
  CONTRIBUTOR: 'OWNER' | 'CONTRIBUTOR';
  VIEWER: LabRole;
}

/** The roles that may call an operation. */
export type RoleFor<Operation extends LabOperation> = Including[(typeof leastRoles)[Operation]];

/** The least role that an operation needs, as its directive `@auth` in the schema says. */
export function leastRoleFor<Operation extends LabOperation>(
  operation: Operation,
): (typeof leastRoles)[Operation] {
  return leastRoles[operation];
}

/** Whether a role is at least another one. `null`: no role. */
export function includesRole<Least extends LabRole>(
  role: LabRole | null,
  least: Least,
): role is Including[Least] {
  return role !== null && roles.indexOf(role) <= roles.indexOf(least);
}

/** Whether a member with this role may call an operation. What else the operation requires is not asked. */
export function mayCall(operation: LabOperation, role: LabRole | null): boolean {
  return includesRole(role, leastRoles[operation]);
}

/** The least role that an operation needs for what somebody else wrote. */
export function leastRoleOnOthers(operation: OperationOnOthers): LabRole {
  return leastRolesOnOthers[operation];
}

/** Whether a member with this role may do this to what somebody else wrote. */
export function mayCallOnOthers(operation: OperationOnOthers, role: LabRole | null): boolean {
  return includesRole(role, leastRolesOnOthers[operation]);
}
