// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Records the last call, or reverts as configured.
contract Recorder {
    error Refused(uint256 number);

    address public caller;
    uint256 public value;
    uint256 public number;

    function record(uint256 number_) external payable returns (uint256) {
        (caller, value, number) = (msg.sender, msg.value, number_);
        return number_ + 1;
    }

    function refuse(uint256 number_) external pure {
        revert Refused(number_);
    }
}
