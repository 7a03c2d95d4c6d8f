// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";

/// @notice Has one owner, which can be changed, as an escrow or a vault has. It is no account.
contract Escrow {
    address public owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function setOwner(address owner_) external {
        owner = owner_;
    }

    function transfer(IERC721 token, address to, uint256 tokenId) external {
        token.transferFrom(address(this), to, tokenId);
    }
}

/// @notice An account with one owner, as ERC-165 says.
contract Owned is Escrow, IERC165 {
    bytes4 private immutable interfaceId;

    constructor(address owner_) Escrow(owner_) {
        interfaceId = type(IERC1271).interfaceId;
    }

    function supportsInterface(bytes4 asked) external view returns (bool) {
        return asked == interfaceId;
    }
}

/// @notice Has one owner and answers one call with one word, and reverts on every other call.
contract AnswersOneCall {
    address public owner;
    bytes32 private question;
    uint256 private answer;

    constructor(address owner_, bytes memory question_, uint256 answer_) {
        (owner, question, answer) = (owner_, keccak256(question_), answer_);
    }

    fallback(bytes calldata data) external returns (bytes memory) {
        require(keccak256(data) == question, "another call");
        return abi.encode(answer);
    }
}

/// @notice Has one owner, and an empty list of owners.
contract OwnedWithEmptyList is Owned {
    constructor(address owner_) Owned(owner_) {}

    function getOwners() external pure returns (address[] memory) {
        return new address[](0);
    }
}

/// @notice Has one owner, and a list with another one.
contract OwnedWithOwners is Owned {
    address private immutable other;

    constructor(address owner_, address other_) Owned(owner_) {
        other = other_;
    }

    function getOwners() external view returns (address[] memory owners) {
        owners = new address[](1);
        owners[0] = other;
    }
}

/// @notice Lists members, as a fractional vault or an escrow of several does. It is no account.
contract MembersVault {
    uint256 public immutable getThreshold;
    address[] private members;

    constructor(address[] memory members_, uint256 threshold) {
        (members, getThreshold) = (members_, threshold);
    }

    function getOwners() external view returns (address[] memory) {
        return members;
    }
}

/// @notice Returns given bytes for `getOwners()`, has a threshold of one, and reverts on every other call.
contract AnswersGetOwners {
    uint256 public constant getThreshold = 1;

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

/// @notice An account that returns given bytes for `owner()`.
contract AnswersOwner {
    bytes private answer;
    address public immutable entryPoint = address(this);

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

/// @notice Burns its gas down to `left` and then names its owners.
contract BurnsAndAnswers {
    uint256 public constant getThreshold = 1;

    address[] private owners;
    uint256 private left;

    function set(address[] calldata owners_, uint256 left_) external {
        (owners, left) = (owners_, left_);
    }

    function getOwners() external view returns (address[] memory named) {
        named = owners;
        while (gasleft() > left) {}
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
