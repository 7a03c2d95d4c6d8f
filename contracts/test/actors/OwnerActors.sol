// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Has one owner, which can be changed.
contract Owned {
    address public owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function setOwner(address owner_) external {
        owner = owner_;
    }
}

/// @notice Returns given bytes for `getOwners()`, and reverts on every other call.
contract AnswersGetOwners {
    bytes private answer;

    constructor(bytes memory answer_) {
        answer = answer_;
    }

    function getOwners() external view {
        bytes memory bytes_ = answer;
        assembly ("memory-safe") {
            return(add(bytes_, 0x20), mload(bytes_))
        }
    }
}

/// @notice Returns given bytes for `owner()`, and reverts on every other call.
contract AnswersOwner {
    bytes private answer;

    constructor(bytes memory answer_) {
        answer = answer_;
    }

    function owner() external view {
        bytes memory bytes_ = answer;
        assembly ("memory-safe") {
            return(add(bytes_, 0x20), mload(bytes_))
        }
    }
}

/// @notice Returns as many zero bytes for every call as 200,000 gas pay for.
contract ReturnBomb {
    fallback() external {
        assembly ("memory-safe") {
            return(0, 280000)
        }
    }
}

/// @notice Reverts with as much data as the gas allows.
contract RevertBomb {
    fallback() external {
        assembly ("memory-safe") {
            revert(0, 300000)
        }
    }
}

/// @notice Burns all gas it is given.
contract GasBurner {
    fallback() external {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

/// @notice Tries to change state when its owner is read.
contract WritesWhenAsked {
    uint256 public written;

    function owner() external returns (address) {
        written = 1;
        return msg.sender;
    }
}
