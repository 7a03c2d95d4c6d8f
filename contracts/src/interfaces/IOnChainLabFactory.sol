// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";

/// @title Creates labs
interface IOnChainLabFactory {
    /// @notice The account of a new lab was deployed.
    event AccountProvisioned(address indexed account, address indexed owner, uint256 indexed tokenId);

    /// @notice The registry returned another account than the lab's.
    error AccountMismatch(address expected, address actual);

    /// @notice Mints a lab to `to` and deploys its bound account, in one transaction. The value sent must be exactly
    /// `labNft().mintFeeWei()`, else `ILabNFT.InsufficientMintFee`.
    /// @return account The lab's account.
    /// @return tokenId The lab's token.
    function mintAndCreateAccount(address to) external payable returns (address account, uint256 tokenId);

    /// @notice The collection that this factory mints.
    function labNft() external view returns (ILabNFT);
}
