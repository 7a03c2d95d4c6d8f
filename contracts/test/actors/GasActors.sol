// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// These contracts answer with the gas that they were called with. A test that calls them with the same gas gets the same answer,
// so it can tell one unit of gas more or less.

/// @notice Its only owner is the address whose number is the gas that remains (as a Safe).
contract OwnersByGas {
    uint256 public constant getThreshold = 1;

    function getOwners() external view returns (address[] memory owners) {
        owners = new address[](1);
        owners[0] = address(uint160(gasleft()));
    }
}

/// @notice Its owner is the address whose number is the gas that remains (as an account).
contract OwnerByGas {
    address public immutable entryPoint = address(this);

    function owner() external view returns (address) {
        return address(uint160(gasleft()));
    }
}

/// @notice Has one owner, and says that it is an account if `expected` gas remains: then it answers 1, otherwise a number
/// that means nothing. Without an expectation, the answer begins with the gas that remains.
contract AccountByGas {
    address public immutable owner;
    uint256 private immutable expected;

    constructor(address owner_, uint256 expected_) {
        (owner, expected) = (owner_, expected_);
    }

    fallback() external {
        uint256 left = gasleft();
        uint256 given = expected;
        assembly ("memory-safe") {
            mstore(0, add(1, shl(170, sub(left, given))))
            return(0, 0x20)
        }
    }
}

/// @notice Names one owner if it is called with almost all the gas that it may get, and reverts otherwise.
contract NeedsAllGas {
    uint256 public constant getThreshold = 1;

    address private immutable named;
    uint256 private immutable least;

    constructor(address named_, uint256 least_) {
        (named, least) = (named_, least_);
    }

    function getOwners() external view returns (address[] memory owners) {
        require(gasleft() > least, "too little gas");
        owners = new address[](1);
        owners[0] = named;
    }
}

/// @notice Answers every call with one word after it burned all gas but a rest.
contract BurnsAllAndAnswers {
    fallback() external {
        assembly ("memory-safe") {
            for {} gt(gas(), 300) {} {}
            mstore(0, 2)
            return(0, 0x20)
        }
    }
}

/// @notice A token whose supply is the gas that remains.
contract SupplyByGas {
    uint8 public constant decimals = 18;

    function totalSupply() external view returns (uint256) {
        return gasleft();
    }
}
