// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";

/// @title NFT of labs
/// @notice One token is one lab, and its holder owns the lab. Every token has one bound account (ERC-6551). Its address
/// and the token id form the lab's `oclId`. ERC-721 with metadata, ERC-4906 and ERC-7572.
interface ILabNFT is IERC4906 {
    /// @notice A lab was created. Emitted once per token, before `OclTransfer` of the mint.
    /// @param account The account bound to the token.
    /// @param salt The salt of the account in the ERC-6551 registry.
    /// @param canonicalChainId The chain of the token.
    event OclIdentityCreated(
        address indexed account,
        bytes32 indexed oclId,
        uint256 indexed tokenId,
        bytes32 salt,
        uint256 canonicalChainId
    );

    /// @notice A lab changed its holder. Also emitted for the mint, with `from` zero, so that this event has the
    /// complete history of owners.
    event OclTransfer(bytes32 indexed oclId, address indexed from, address indexed to, uint256 tokenId);

    event MintFeeUpdated(uint256 previousFeeWei, uint256 newFeeWei);
    event FeesWithdrawn(address indexed to, uint256 amount);

    /// @notice All metadata moved to another base. Emitted before `ContractURIUpdated` and `BatchMetadataUpdate`.
    event BaseURIUpdated(string baseURI);

    /// @notice ERC-7572: the metadata of the collection changed.
    event ContractURIUpdated();

    /// @notice The sent value is not exactly the mint fee; less and more are rejected.
    error InsufficientMintFee(uint256 provided, uint256 required);

    /// @notice The receiver is an account bound to a lab, where that can be seen. Labs that hold each other could form a
    /// cycle without an owner.
    ///
    /// [Note: labs in accounts of labs]
    /// Rejected are deployed accounts of this collection with every implementation and salt, the lab's own account, and
    /// the account of the next lab, both deployed or not. Any other address without code is accepted, because it does
    /// not show what will be deployed there: an account of a later lab, or one of another salt or implementation. A lab
    /// that is sent there is lost if the account is its own, and belongs to the other lab if it is that lab's.
    ///
    /// [Note: circles over other collections]
    /// The account of a lab can hold a token of another collection whose own ERC-6551 account holds the lab. Nobody can act
    /// then. This cannot be rejected at a transfer of the lab, because the last step can be a transfer of the other token.
    /// `isInCircle` finds it.
    error TransferToBoundAccountForbidden(address account);

    /// @notice A token id has at most 80 bits, because an `oclId` has no more space.
    error TokenIdTooLarge(uint256 tokenId);

    /// @notice An `oclId` needs an account.
    error ZeroAddressOclId();

    /// @notice Only the factory can mint.
    error OnlyFactory(address caller);

    /// @notice The mint fee has a bound.
    error MintFeeTooHigh(uint256 feeWei, uint256 highestFeeWei);

    /// @notice A contract was expected; there is no code at `target`.
    error AddressWithoutCode(address target);

    /// @notice Renouncing the ownership would leave the fees where nobody can withdraw them.
    error RenounceOwnershipDisabled();

    error ZeroAddress();
    error WithdrawalFailed();

    /// @notice Mints the next lab to `to`. Only for the factory, which passes the fee on. Reverts with
    /// `TransferToBoundAccountForbidden` if `to` is the account of this lab or of the next.
    /// @return tokenId The new token.
    /// @return account The account bound to it, not yet deployed.
    function mint(address to) external payable returns (uint256 tokenId, address account);

    /// @notice Sets the mint fee, in wei, at most `MAX_MINT_FEE_WEI`. Only for the owner.
    function setMintFeeWei(uint256 newFeeWei) external;

    /// @notice Sends the collected fees to `to`. Only for the owner.
    function withdrawFees(address payable to) external;

    /// @notice Sets where wallets and markets read the metadata. Only for the owner. An empty text removes it.
    /// @param newBaseURI Base with its last slash, e.g. `https://labroom.example/metadata/`. Not checked.
    function setBaseURI(string calldata newBaseURI) external;

    /// @notice Tells markets to read the metadata of a lab again (ERC-4906), because it is kept outside of the chain.
    /// Only for the holder, those whom it approved, and the owner of the collection.
    function refreshMetadata(uint256 tokenId) external;

    /// @notice Base of `tokenURI` and `contractURI`; empty until it is set.
    function baseURI() external view returns (string memory);

    /// @notice URL of the lab's metadata (ERC-721): the base and the `oclId`. Empty without a base. The owner of the
    /// collection decides what stands there; what a lab is, is decided by `oclIdOf` alone. Reverts with
    /// `ERC721NonexistentToken` for an unknown lab.
    function tokenURI(uint256 tokenId) external view returns (string memory);

    /// @notice URL of the collection's metadata (ERC-7572): the base and `collection`. Empty without a base.
    function contractURI() external view returns (string memory);

    /// @notice The exact value to send for a mint, in wei.
    function mintFeeWei() external view returns (uint256);

    /// @notice The highest mint fee, in wei. Never changes.
    function MAX_MINT_FEE_WEI() external view returns (uint256);

    /// @notice Whether the holder of a lab is, over accounts of ERC-6551 that hold each other, the account of this lab or in
    /// a circle of accounts, so that nobody can act for the lab. Follows at most 8 accounts of any collection, and calls
    /// `ownerOf` of each collection with at most 100,000 gas. False also where it cannot be read.
    function isInCircle(uint256 tokenId) external view returns (bool);

    /// @notice Token id of the next lab. Ids start at 1 and are never reused.
    function nextTokenId() external view returns (uint256);

    /// @notice The account bound to a lab. Reverts with `ERC721NonexistentToken` for an unknown lab.
    function accountOf(uint256 tokenId) external view returns (address);

    /// @notice The `oclId` of a lab. Reverts with `ERC721NonexistentToken` for an unknown lab.
    function oclIdOf(uint256 tokenId) external view returns (bytes32);

    /// @notice The contract that can mint, which the constructor created. Never changes.
    function factory() external view returns (address);

    /// @notice Implementation of every bound account. Never changes.
    function accountImplementation() external view returns (address);
}
