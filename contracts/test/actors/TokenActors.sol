// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A standard token with any number of decimals.
contract PlainToken is ERC20 {
    uint8 private immutable DECIMALS;

    constructor(uint8 decimals_, uint256 supply) ERC20("Plain", "PLN") {
        DECIMALS = decimals_;
        _mint(msg.sender, supply);
    }

    function decimals() public view override returns (uint8) {
        return DECIMALS;
    }
}

/// @notice Returns its name as 32 bytes, like old tokens.
contract OldToken {
    bytes32 public constant name = "Maker";
    bytes32 public constant symbol = "MKR";
    uint256 public constant decimals = 18;
    uint256 public constant totalSupply = 5;
}

/// @notice Has decimals and a supply, and returns given bytes for every other call.
contract OddToken {
    uint256 public immutable decimals;
    bytes private answer;

    constructor(uint256 decimals_, bytes memory answer_) {
        decimals = decimals_;
        answer = answer_;
    }

    function totalSupply() external pure returns (uint256) {
        return 5;
    }

    fallback() external {
        bytes memory bytes_ = answer;
        assembly ("memory-safe") {
            return(add(bytes_, 0x20), mload(bytes_))
        }
    }
}

/// @notice Returns given bytes for every call without arguments.
contract AnswersEverything {
    bytes private answer;

    constructor(bytes memory answer_) {
        answer = answer_;
    }

    fallback() external {
        require(msg.data.length == 4, "arguments");
        bytes memory bytes_ = answer;
        assembly ("memory-safe") {
            return(add(bytes_, 0x20), mload(bytes_))
        }
    }
}

/// @notice A token whose contract has an owner.
contract OwnedToken is PlainToken {
    uint256 public owner;

    constructor() PlainToken(18, 1) {}

    function setOwner(uint256 newOwner) external {
        owner = newOwner;
    }
}

/// @notice A token with roles, whose first administrator is `admin`.
contract RoleToken is PlainToken, AccessControl {
    constructor(address admin) PlainToken(18, 1) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }
}

/// @notice A token that returns given bytes for every call that it does not know.
contract AnsweringToken is PlainToken {
    bytes private answer;

    constructor(bytes memory answer_) PlainToken(18, 1) {
        answer = answer_;
    }

    fallback() external {
        bytes memory bytes_ = answer;
        assembly ("memory-safe") {
            return(add(bytes_, 0x20), mload(bytes_))
        }
    }
}

/// @notice A token that returns given bytes for `owner()` or for `hasRole`, and reverts on other calls that it does not know.
contract AnswersRight is PlainToken {
    bytes4 private immutable QUESTION;
    bytes private answer;

    constructor(bytes4 question, bytes memory answer_) PlainToken(18, 1) {
        QUESTION = question;
        answer = answer_;
    }

    fallback() external {
        require(msg.sig == QUESTION, "another call");
        bytes memory bytes_ = answer;
        assembly ("memory-safe") {
            return(add(bytes_, 0x20), mload(bytes_))
        }
    }
}

/// @notice A token whose `owner()` takes a given amount of gas.
contract SlowOwnerToken is PlainToken {
    address private immutable OWNER;
    uint256 private immutable GAS;

    constructor(address owner_, uint256 gas) PlainToken(18, 1) {
        (OWNER, GAS) = (owner_, gas);
    }

    function owner() external view returns (address) {
        uint256 end = gasleft() - GAS;
        while (gasleft() > end) {}
        return OWNER;
    }
}

/// @notice A token that answers the questions for its owner and its administrators by code of the test's choice.
contract BombToken is PlainToken {
    address private immutable BOMB;

    constructor(address bomb) PlainToken(18, 1) {
        BOMB = bomb;
    }

    fallback() external {
        (bool ok, bytes memory answer) = BOMB.delegatecall(msg.data);
        require(ok, "failed");
        assembly ("memory-safe") {
            return(add(answer, 0x20), mload(answer))
        }
    }
}

/// @notice A token that names the owner of the moment, and calls the tokenizer before.
contract ReenteringToken is PlainToken {
    address private immutable OWNER;
    address private immutable TARGET;
    bytes private call;

    constructor(address owner_, address target, bytes memory call_) PlainToken(18, 1) {
        (OWNER, TARGET, call) = (owner_, target, call_);
    }

    function owner() external returns (address) {
        (bool ok, ) = TARGET.call(call);
        return ok ? address(0) : OWNER;
    }
}

/// @notice A token whose decimals can be changed.
contract MutableToken is ERC20("Mutable", "MUT") {
    uint256 private answer = 6;

    function setDecimals(uint256 decimals_) external {
        answer = decimals_;
    }

    function decimals() public view override returns (uint8) {
        uint256 word = answer;
        assembly ("memory-safe") {
            mstore(0, word)
            return(0, 0x20)
        }
    }
}

/// @notice A token that names a lab as its own.
contract NamesLab is PlainToken {
    uint256 public immutable labId;

    constructor(uint256 labId_) PlainToken(18, 1) {
        labId = labId_;
    }
}

/// @notice Has decimals and nothing else.
contract DecimalsOnly {
    uint8 public constant decimals = 18;
}

/// @notice Confirms every signature (ERC-1271).
contract AcceptsEverySignature {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
