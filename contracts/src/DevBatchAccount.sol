// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title DevBatchAccount
/// @notice Code that keys of the local chain delegate to (EIP-7702), so that they send several calls in one
/// transaction, as the smart accounts of wallets do. Only the account itself may execute.
contract DevBatchAccount is ERC7821, IERC1271, ERC721Holder, ERC1155Holder {
    uint256 private constant LOCAL_CHAIN_ID = 31337;

    /// @notice The contract exists on the local chain only.
    error LocalChainOnly(uint256 chainId);

    constructor() {
        if (block.chainid != LOCAL_CHAIN_ID) revert LocalChainOnly(block.chainid);
    }

    receive() external payable {}

    /// @inheritdoc IERC1271
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecoverCalldata(hash, signature);
        bool isOwn = failure == ECDSA.RecoverError.NoError && signer == address(this);
        return isOwn ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
