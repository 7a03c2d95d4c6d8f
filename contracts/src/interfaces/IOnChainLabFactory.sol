// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";

/// @title The way to found a lab
interface IOnChainLabFactory {
    /// @notice The account of a new lab is deployed and can act.
    event AccountProvisioned(address indexed account, address indexed owner, uint256 indexed tokenId);

    /// @notice The registry answered with another account than the lab's.
    error AccountMismatch(address expected, address actual);

    /// @notice Mints a lab to `to` and deploys its bound account, in one transaction. The value sent must be exactly
    /// `labNft().mintFeeWei()`, else `ILabNFT.InsufficientMintFee`.
    /// @return account The lab's account.
    /// @return tokenId The lab's token.
    function mintAndCreateAccount(address to) external payable returns (address account, uint256 tokenId);

    /// @notice The collection this factory mints.
    function labNft() external view returns (ILabNFT);
}
