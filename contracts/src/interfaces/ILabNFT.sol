// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// @title NFT of labs
/// @notice One token is one lab, and its holder owns the lab. Every token has one bound account (ERC-6551). Its address
/// and the token id form the lab's `oclId`.
interface ILabNFT is IERC721 {
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
    event FactoryUpdated(address indexed factory);
    event FeesWithdrawn(address indexed to, uint256 amount);

    /// @notice The sent value is not exactly the mint fee; less and more are rejected.
    error InsufficientMintFee(uint256 provided, uint256 required);

    /// @notice The receiver is an account bound to a lab. Labs that hold each other could form a cycle without an
    /// owner.
    error TransferToBoundAccountForbidden(address account);

    /// @notice A token id has at most 80 bits, because an `oclId` has no more space.
    error TokenIdTooLarge(uint256 tokenId);

    /// @notice An `oclId` needs an account.
    error ZeroAddressOclId();

    /// @notice Only the factory can mint.
    error OnlyFactory(address caller);

    /// @notice The factory can be set only once.
    error FactoryAlreadySet();

    error ZeroAddress();
    error WithdrawalFailed();

    /// @notice Mints the next lab to `to`. Only for the factory, which passes the fee on.
    /// @return tokenId The new token.
    /// @return account The account bound to it, not yet deployed.
    function mint(address to) external payable returns (uint256 tokenId, address account);

    /// @notice Sets the only contract that can mint. Only for the owner, once.
    function setFactory(address factory_) external;

    /// @notice Sets the mint fee, in wei. Only for the owner.
    function setMintFeeWei(uint256 newFeeWei) external;

    /// @notice Sends the collected fees to `to`. Only for the owner.
    function withdrawFees(address payable to) external;

    /// @notice The exact value to send for a mint, in wei.
    function mintFeeWei() external view returns (uint256);

    /// @notice Token id of the next lab. Ids start at 1 and are never reused.
    function nextTokenId() external view returns (uint256);

    /// @notice The account bound to a lab. Reverts with `ERC721NonexistentToken` for an unknown lab.
    function accountOf(uint256 tokenId) external view returns (address);

    /// @notice The `oclId` of a lab. Reverts with `ERC721NonexistentToken` for an unknown lab.
    function oclIdOf(uint256 tokenId) external view returns (bytes32);

    /// @notice The contract that can mint; zero until it is set.
    function factory() external view returns (address);

    /// @notice Implementation of every bound account. Never changes.
    function accountImplementation() external view returns (address);
}
