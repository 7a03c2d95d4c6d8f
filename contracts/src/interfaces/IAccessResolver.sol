// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";

/// @title Roles in a lab
/// @notice The owner of a lab is the holder of its LabNFT and, if the holder is a contract, recursively the owners of
/// a Safe (`getOwners()`) and of an Ownable or ERC-4337 account (`owner()`). Owners grant
/// contributors and viewers, contributors grant viewers. Owner > contributor > viewer: the higher has every right of
/// the lower.
interface IAccessResolver {
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

    /// @notice The id is malformed, or the LabNFT does not confirm it.
    error InvalidOclId(bytes32 oclId);

    /// @notice Only viewer (1) and contributor (2) can be granted.
    error InvalidRole(uint8 role);

    /// @notice `caller` may not grant or revoke `role` in this lab.
    error UnauthorizedRoleAdmin(bytes32 oclId, address caller, uint8 role);

    /// @notice The holder has more owners than are resolved: over 50 in total, or over 10 contracts deep.
    error OwnersOverflow(uint256 limit);

    error ZeroAddress();

    /// @notice Renouncing the ownership would end upgrades and the recovery of roles.
    error RenounceOwnershipDisabled();

    /// @notice Grants `account` a role, replacing an earlier one. Only for the lab's owners and this contract's owner;
    /// a contributor can grant viewer to accounts that are not contributors.
    function grantRole(bytes32 oclId, address account, uint8 role, uint64 expiry, bool isAgent) external;

    /// @notice Revokes a role; does nothing without a stored grant. Only for the lab's owners and this contract's
    /// owner; a contributor can revoke viewers.
    function revokeRole(bytes32 oclId, address account) external;

    /// @notice Whether `account` has at least `role` now, by grant or as an owner of the lab.
    /// @dev Fails closed: an owner that cannot be resolved within the gas limits does not count.
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
