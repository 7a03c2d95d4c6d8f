// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "../interfaces/ILabNFT.sol";

/// @title Ids of labs
/// @notice Most significant first: version 0x01, namespace 0x01 (EVM), 10 bytes token id, 20 bytes bound account.
/// The chain is not part of it.
library OclId {
    uint256 private constant PREFIX = 0x0101 << 240;

    /// @notice Packs a token id and its account.
    function pack(uint256 tokenId, address account) internal pure returns (bytes32) {
        if (tokenId > type(uint80).max) revert ILabNFT.TokenIdTooLarge(tokenId);
        if (account == address(0)) revert ILabNFT.ZeroAddressOclId();
        return bytes32(PREFIX | (tokenId << 160) | uint160(account));
    }

    /// @notice Splits an id into its parts. `wellFormed` is false for another version or namespace, and without an
    /// account. It does not mean that the lab exists.
    function unpack(bytes32 oclId) internal pure returns (bool wellFormed, uint256 tokenId, address account) {
        uint256 bits = uint256(oclId);
        tokenId = uint80(bits >> 160);
        account = address(uint160(bits));
        wellFormed = bits >> 240 == 0x0101 && account != address(0);
    }
}
