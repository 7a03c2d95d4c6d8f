// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IGuardedPause} from "./IGuardedPause.sol";
import {ILabNFT} from "./ILabNFT.sol";

/// @title Roles in a lab
/// @notice The owner of a lab is the holder of its LabNFT and, if the holder is a contract, recursively the owners of
/// a Safe (`getOwners()`) and of an account that says it is one (`owner()`, see `OwnerResolution`). The owner of an
/// escrow, a vault or a marketplace does not own the labs in it. Owner > contributor > viewer: the higher has every
/// right of the lower.
///
/// [Note: who changes roles] The holder grants contributors and viewers. A Safe does so as the Safe, by as many
/// signatures as it requires, and an account as the account: none of their owners alone. A contributor grants viewers:
/// such a grant ends with the contributor's own role. A contributor revokes such viewers, whichever contributor let them
/// in, and neither changes nor revokes a role that the holder gave. Roles stay when the lab is sold; the new holder ends
/// all of them at once by `revokeAll`.
interface IAccessResolver is IGuardedPause {
    /// @param role 1 viewer, 2 contributor.
    /// @param expiry Unix seconds; 0 is permanent. The grant is void from that second on
    /// (`block.timestamp >= expiry`).
    /// @param isAgent Marks a software agent; informational.
    event RoleGranted(
        bytes32 indexed oclId,
        address indexed account,
        uint8 indexed role,
        uint64 expiry,
        bool isAgent,
        address grantedBy
    );

    /// @param role The revoked role.
    event RoleRevoked(bytes32 indexed oclId, address indexed account, uint8 indexed role, address revokedBy);

    /// @notice A contributor granted the role, so it ends with the contributor's. Follows `RoleGranted`.
    event RoleDelegated(bytes32 indexed oclId, address indexed account, address indexed contributor);

    /// @notice Every role granted in the lab before this event is void.
    /// @param epoch Number of such events in the lab.
    event AllRolesRevoked(bytes32 indexed oclId, uint32 epoch, address revokedBy);

    /// @notice The id is malformed, or the LabNFT does not confirm it.
    error InvalidOclId(bytes32 oclId);

    /// @notice Only viewer (1) and contributor (2) can be granted.
    error InvalidRole(uint8 role);

    /// @notice `caller` may not grant or revoke `role` in this lab.
    error UnauthorizedRoleAdmin(bytes32 oclId, address caller, uint8 role);

    /// @notice The holder has more owners than are resolved: over 50 in total, or over 10 contracts deep.
    error OwnersOverflow(uint256 limit);

    /// @notice The search for the holder's owners needs more than its budget of 2.5 million gas, or more than the
    /// caller provided. Nothing is known about the account that was asked about.
    error OwnerSearchOutOfGas();

    /// @notice The expiry is over, or more than 100 years away: seconds are meant, not milliseconds.
    error InvalidExpiry(uint64 expiry);

    /// @notice A contributor cannot grant a role beyond `latest`, the end of the own one. 0 is permanent.
    error ExpiryAfterOwnRole(uint64 expiry, uint64 latest);

    /// @notice No role can be granted to the zero address, and no collection is at it.
    error ZeroAddress();

    /// @notice Renouncing the ownership would end upgrades and the recovery of roles.
    error RenounceOwnershipDisabled();

    /// @notice The new code is for the labs of another collection.
    error CollectionMismatch(address implementation);

    /// @notice Grants `account` a role, replacing an earlier one. For the holder (see [Note: who changes roles]), this
    /// contract's owner, and contributors: they grant viewer, until the end of their own role at most, to accounts
    /// without a role and to viewers of contributors. Reverts while paused; nothing else does: roles go on to hold, and to be
    /// revoked.
    /// @param expiry Unix seconds, within the next 100 years; 0 is permanent.
    function grantRole(bytes32 oclId, address account, uint8 role, uint64 expiry, bool isAgent) external;

    /// @notice Revokes a role, and with a contributor's the roles that the contributor granted; does nothing without a
    /// stored grant. For the holder, this contract's owner, and contributors: they revoke viewers that
    /// contributors granted, and nobody else. Never paused.
    function revokeRole(bytes32 oclId, address account) external;

    /// @notice `revokeRole` for each account; all or nothing.
    function revokeRoles(bytes32 oclId, address[] calldata accounts) external;

    /// @notice Revokes every role in the lab, at a cost that does not depend on their number. For the holder and this
    /// contract's owner. Never paused.
    function revokeAll(bytes32 oclId) external;

    /// @notice Gives up the caller's own granted role; does nothing without one. Never paused.
    function renounceRole(bytes32 oclId) external;

    /// @notice How often all roles of the lab were revoked.
    function epochOf(bytes32 oclId) external view returns (uint32);

    /// @notice Whether `account` has at least `role` now, by grant or as an owner of the lab.
    /// @dev Fails closed: a contract that uses up the gas of its call has no owners, and a search over the budget reverts
    /// with `OwnerSearchOutOfGas`. A question takes at most 3 million gas, whatever contract holds the lab.
    function hasRole(bytes32 oclId, address account, uint8 role) external view returns (bool);

    /// @notice The active grant of `account`: all zero without one or after its expiry. Ownership is not a grant and is
    /// not returned.
    function getRole(
        bytes32 oclId,
        address account
    ) external view returns (uint8 role, uint64 expiry, bool isAgent);

    /// @notice Whether `signer` is an owner of the lab whose bound account is `account`. False for any other address.
    function isAuthorizedSignerForTba(address signer, address account) external view returns (bool);

    /// @notice The collection of the labs.
    function labNft() external view returns (ILabNFT);
}
