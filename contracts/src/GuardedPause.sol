// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2StepUpgradeable} from "@openzeppelin/contracts-upgradeable/access/Ownable2StepUpgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {IGuardedPause} from "./interfaces/IGuardedPause.sol";

/// @title GuardedPause
/// @dev What stops is decided by the contract, with `whenNotPaused`.
abstract contract GuardedPause is IGuardedPause, Ownable2StepUpgradeable, PausableUpgradeable {
    uint48 private constant GUARDIANS_PAUSE = 7 days;
    uint48 private constant GUARDIANS_REST = 30 days;

    /// @custom:storage-location erc7201:labroom.storage.GuardedPause
    struct GuardedPauseStorage {
        address guardian;
        /// End of the last pause; zero if it has no end.
        uint48 end;
        mapping(address guardian => uint48) mayPauseFrom;
    }

    bytes32 private constant GUARDED_PAUSE_LOCATION =
        keccak256(abi.encode(uint256(keccak256("labroom.storage.GuardedPause")) - 1)) & ~bytes32(uint256(0xff));

    /// @dev Sets owner and guardian, in the initializer of the contract.
    function __GuardedPause_init(address initialOwner, address initialGuardian) internal onlyInitializing {
        __Ownable_init(initialOwner);
        _setGuardian(initialGuardian);
    }

    /// @inheritdoc IGuardedPause
    function setGuardian(address newGuardian) external onlyOwner {
        _setGuardian(newGuardian);
    }

    /// @inheritdoc IGuardedPause
    function pause() external {
        GuardedPauseStorage storage $ = _guardedPauseStorage();
        if (msg.sender == owner()) {
            bool isTakenOver = paused() && $.end != 0;
            if (!isTakenOver) _pause();
            $.end = 0;
            emit PauseEnds(0);
            return;
        }
        if (msg.sender != $.guardian) revert MustGuard(msg.sender);
        uint48 now_ = uint48(block.timestamp);
        if (now_ < $.mayPauseFrom[msg.sender]) revert GuardianMustWait($.mayPauseFrom[msg.sender]);
        _pause();
        $.mayPauseFrom[msg.sender] = now_ + GUARDIANS_REST;
        $.end = now_ + GUARDIANS_PAUSE;
        emit PauseEnds($.end);
    }

    /// @inheritdoc IGuardedPause
    function unpause() external onlyOwner {
        _unpause();
    }

    /// @inheritdoc IGuardedPause
    function guardian() external view returns (address) {
        return _guardedPauseStorage().guardian;
    }

    /// @inheritdoc IGuardedPause
    function pausedUntil() external view returns (uint48) {
        return paused() ? _guardedPauseStorage().end : 0;
    }

    /// @inheritdoc IGuardedPause
    function mayPauseFrom(address account) external view returns (uint48) {
        return _guardedPauseStorage().mayPauseFrom[account];
    }

    /// @inheritdoc PausableUpgradeable
    /// @dev A pause that has ended by itself leaves its mark in the storage, which the next pause overwrites.
    function paused() public view override returns (bool) {
        if (!super.paused()) return false;
        uint48 end = _guardedPauseStorage().end;
        return end == 0 || block.timestamp < end;
    }

    function _setGuardian(address newGuardian) private {
        _guardedPauseStorage().guardian = newGuardian;
        emit GuardianUpdated(newGuardian);
    }

    function _guardedPauseStorage() private pure returns (GuardedPauseStorage storage $) {
        bytes32 location = GUARDED_PAUSE_LOCATION;
        assembly ("memory-safe") {
            $.slot := location
        }
    }
}
