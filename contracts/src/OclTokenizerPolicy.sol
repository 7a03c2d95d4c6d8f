// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2StepUpgradeable} from "@openzeppelin/contracts-upgradeable/access/Ownable2StepUpgradeable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {IOclTokenizerPolicy} from "./interfaces/IOclTokenizerPolicy.sol";

/// @title OclTokenizerPolicy
contract OclTokenizerPolicy is IOclTokenizerPolicy, Ownable2StepUpgradeable, PausableUpgradeable, UUPSUpgradeable {
    /// @custom:storage-location erc7201:labroom.storage.OclTokenizerPolicy
    struct OclTokenizerPolicyStorage {
        address guardian;
    }

    bytes32 private constant STORAGE_LOCATION =
        keccak256(abi.encode(uint256(keccak256("labroom.storage.OclTokenizerPolicy")) - 1)) & ~bytes32(uint256(0xff));

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IOclTokenizerPolicy
    function initialize(address initialOwner) external initializer {
        __Ownable_init(initialOwner);
    }

    /// @inheritdoc IOclTokenizerPolicy
    function cancelTransferOwnership() external {
        transferOwnership(address(0));
    }

    /// @inheritdoc IOclTokenizerPolicy
    function setGuardian(address newGuardian) external onlyOwner {
        _storage().guardian = newGuardian;
        emit GuardianUpdated(newGuardian);
    }

    /// @inheritdoc IOclTokenizerPolicy
    function pause() external {
        if (msg.sender != _storage().guardian && msg.sender != owner()) revert MustGuard(msg.sender);
        _pause();
    }

    /// @inheritdoc IOclTokenizerPolicy
    function unpause() external onlyOwner {
        _unpause();
    }

    /// @inheritdoc IOclTokenizerPolicy
    function requirePermitted(uint256, address, address) external view whenNotPaused {}

    /// @inheritdoc IOclTokenizerPolicy
    function guardian() external view returns (address) {
        return _storage().guardian;
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override(OwnableUpgradeable) {
        revert RenounceOwnershipDisabled();
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}

    function _storage() private pure returns (OclTokenizerPolicyStorage storage $) {
        bytes32 location = STORAGE_LOCATION;
        assembly ("memory-safe") {
            $.slot := location
        }
    }
}
