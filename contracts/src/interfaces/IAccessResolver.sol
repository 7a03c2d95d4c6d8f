// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";

/// @title Who may do what in a lab
/// @notice The owner of a lab is whoever holds its LabNFT, and through a holder that is a contract: the owners of a
/// Safe (`getOwners()`) and of an Ownable or ERC-4337 account (`owner()`), found recursively. Owners grant
/// contributors and viewers, contributors grant viewers. Owner > contributor > viewer: the higher has every right of
/// the lower.
interface IAccessResolver {
    /// @param role 1 viewer, 2 contributor.
    /// @param expiry Unix seconds; 0 is permanent. The grant is void from that very second on
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

    /// @param role The role that was taken away.
    event RoleRevoked(bytes32 indexed oclId, address indexed account, uint8 indexed role, address revokedBy);

    /// @notice The id is malformed, or the LabNFT does not know it: an `oclId` describes itself and could be forged.
    error InvalidOclId(bytes32 oclId);

    /// @notice Only viewer (1) and contributor (2) are granted.
    error InvalidRole(uint8 role);

    /// @notice `caller` may not give or take `role` here.
    error UnauthorizedRoleAdmin(bytes32 oclId, address caller, uint8 role);

    /// @notice The holder names more owners than are followed: over 50 in all, or over 10 contracts deep.
    error OwnersOverflow(uint256 limit);

    error ZeroAddress();

    /// @notice Giving up the ownership would end upgrades and the recovery of roles.
    error RenounceOwnershipDisabled();

    /// @notice Gives `account` a role, replacing an earlier one. For the lab's owners and this contract's owner; a
    /// contributor may grant viewer to anyone who is not a contributor.
    function grantRole(bytes32 oclId, address account, uint8 role, uint64 expiry, bool isAgent) external;

    /// @notice Takes a role away. Without a stored grant nothing happens, silently. For the lab's owners and this
    /// contract's owner; a contributor may revoke viewers.
    function revokeRole(bytes32 oclId, address account) external;

    /// @notice Whether `account` has at least `role` now, by grant or as an owner of the lab.
    /// @dev An owner the resolution cannot reach within its gas limits counts as none: the answer fails closed.
    function hasRole(bytes32 oclId, address account, uint8 role) external view returns (bool);

    /// @notice The active grant of `account`: all zero where there is none or it has expired. Ownership is not a
    /// grant and does not show here.
    function getRole(
        bytes32 oclId,
        address account
    ) external view returns (uint8 role, uint64 expiry, bool isAgent);

    /// @notice Whether `signer` is an owner of the lab whose bound account is `account`. False for any other address.
    function isAuthorizedSignerForTba(address signer, address account) external view returns (bool);

    /// @notice The collection whose labs are served.
    function labNft() external view returns (ILabNFT);
}
