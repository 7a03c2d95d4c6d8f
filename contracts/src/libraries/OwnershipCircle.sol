// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {BoundToken} from "./BoundToken.sol";

/// @title Finds accounts of ERC-6551 that hold each other, so that nobody acts for any of them
/// @notice Follows an account to the holder of the token that it is bound to, and so on. Collections can be hostile: each
/// call is static, limited in gas, and one word of its result is read.
library OwnershipCircle {
    uint256 private constant MAX_STEPS = 8;
    uint256 private constant GAS_LIMIT = 100_000;

    /// @param holder Where the search begins.
    /// @param account An account that is in the circle if it is reached: that of the lab that `holder` holds.
    /// @param chainId The chain. An account that is bound to a token of another chain is not followed.
    function exists(address holder, address account, uint256 chainId) internal view returns (bool) {
        address[] memory visited = new address[](MAX_STEPS + 1);
        visited[0] = account;
        for (uint256 count = 1; count <= MAX_STEPS; ++count) {
            for (uint256 i = 0; i < count; ++i) {
                if (visited[i] == holder) return true;
            }
            visited[count] = holder;
            (bool bound, uint256 boundChainId, address collection, uint256 tokenId) = BoundToken.read(holder);
            if (!bound || boundChainId != chainId) return false;
            holder = _ownerOf(collection, tokenId);
        }
        return false;
    }

    function _ownerOf(address collection, uint256 tokenId) private view returns (address owner) {
        bytes memory question = abi.encodeCall(IERC721.ownerOf, (tokenId));
        assembly ("memory-safe") {
            let answered := staticcall(GAS_LIMIT, collection, add(question, 0x20), mload(question), 0, 0x20)
            if and(answered, gt(returndatasize(), 0x1f)) {
                owner := shr(96, shl(96, mload(0)))
            }
        }
    }
}
