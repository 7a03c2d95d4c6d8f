// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice A collection that names another account for its labs than the registry creates.
contract MismatchedLabNft {
    address private immutable ACCOUNT;

    constructor(address account) {
        ACCOUNT = account;
    }

    function mint(address) external payable returns (uint256 tokenId, address account) {
        return (1, ACCOUNT);
    }
}
