// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {GuardedPause} from "./GuardedPause.sol";
import {IOclTokenizerPolicy} from "./interfaces/IOclTokenizerPolicy.sol";

/// @title OclTokenizerPolicy
contract OclTokenizerPolicy is IOclTokenizerPolicy, GuardedPause, UUPSUpgradeable {
    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IOclTokenizerPolicy
    function initialize(address initialOwner, address initialGuardian) external initializer {
        __GuardedPause_init(initialOwner, initialGuardian);
    }

    /// @inheritdoc IOclTokenizerPolicy
    function cancelTransferOwnership() external {
        transferOwnership(address(0));
    }

    /// @inheritdoc IOclTokenizerPolicy
    function requirePermitted(uint256, address, address) external view whenNotPaused {}

    /// @notice Always reverts.
    function renounceOwnership() public pure override(OwnableUpgradeable) {
        revert RenounceOwnershipDisabled();
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}
}
