// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccount, IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @title Account of the service on the chain
/// @notice Its owner, a key of the service, controls it by user operations through EntryPoint v0.8. The rights of the
/// service belong to this address, so that a new key needs no change in other contracts.
interface IRelayerAccount is IAccount {
    /// @notice Renouncing the ownership would leave the account without control.
    error RenounceOwnershipDisabled();

    /// @notice Calls `to` and returns its result; a revert is passed on. Only for the entry point and the account
    /// itself.
    function execute(address to, uint256 value, bytes calldata data) external returns (bytes memory result);

    /// @notice The only entry point whose user operations are accepted.
    function entryPoint() external view returns (IEntryPoint);
}
