// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Reads the NFT that an ERC-6551 account is bound to
/// @notice The registry deploys an ERC-1167 proxy followed by (salt, chainId, tokenContract, tokenId), 32 bytes each.
library BoundToken {
    uint256 private constant ACCOUNT_SIZE = 0xad;
    uint256 private constant DATA_OFFSET = 0x4d;

    /// @notice Reads the binding from the code of `account`, without calling it. `bound` only means that the code has
    /// the length of an account. Anyone can deploy bytes that name any token, so compare the address with the one that
    /// the collection computes before trusting it.
    function read(
        address account
    ) internal view returns (bool bound, uint256 chainId, address tokenContract, uint256 tokenId) {
        if (account.code.length != ACCOUNT_SIZE) return (false, 0, address(0), 0);
        bytes memory data = new bytes(0x60);
        assembly ("memory-safe") {
            extcodecopy(account, add(data, 0x20), DATA_OFFSET, 0x60)
        }
        uint256 tokenContractWord;
        (chainId, tokenContractWord, tokenId) = abi.decode(data, (uint256, uint256, uint256));
        return (true, chainId, address(uint160(tokenContractWord)), tokenId);
    }
}
