// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// @title The deed of a lab
/// @notice One token is one lab; who holds it owns the lab. Every token has one bound account (ERC-6551), whose
/// address, with the token id, forms the lab's `oclId`.
interface ILabNFT is IERC721 {
    /// @notice A lab came into being. Emitted once per token, before `OclTransfer` of the mint.
    /// @param account The account bound to the token.
    /// @param salt The salt the account was created with in the ERC-6551 registry.
    /// @param canonicalChainId The chain the token lives on.
    event OclIdentityCreated(
        address indexed account,
        bytes32 indexed oclId,
        uint256 indexed tokenId,
        bytes32 salt,
        uint256 canonicalChainId
    );

    /// @notice A lab changed its holder. Emitted for the mint too, with `from` zero, so that the history of owners
    /// is complete in this one event.
    event OclTransfer(bytes32 indexed oclId, address indexed from, address indexed to, uint256 tokenId);

    event MintFeeUpdated(uint256 previousFeeWei, uint256 newFeeWei);
    event FactoryUpdated(address indexed factory);
    event FeesWithdrawn(address indexed to, uint256 amount);

    /// @notice The value sent is not exactly the mint fee (less and more are both refused).
    error InsufficientMintFee(uint256 provided, uint256 required);

    /// @notice The receiver is an account bound to a lab. A lab held by a lab could end up in a circle that nobody
    /// can act for.
    error TransferToBoundAccountForbidden(address account);

    /// @notice A token id has at most 80 bits, as the `oclId` has no more room.
    error TokenIdTooLarge(uint256 tokenId);

    /// @notice An `oclId` without an account does not exist.
    error ZeroAddressOclId();

    /// @notice Only the factory mints.
    error OnlyFactory(address caller);

    /// @notice The factory is set once and for ever.
    error FactoryAlreadySet();

    error ZeroAddress();
    error WithdrawalFailed();

    /// @notice Mints the next lab to `to`. Only for the factory, which passes the fee on.
    /// @return tokenId The new token.
    /// @return account The account bound to it, not yet deployed.
    function mint(address to) external payable returns (uint256 tokenId, address account);

    /// @notice Names the one contract that may mint. Only for the owner, once.
    function setFactory(address factory_) external;

    /// @notice Sets what a lab costs, in wei. Only for the owner.
    function setMintFeeWei(uint256 newFeeWei) external;

    /// @notice Sends the collected fees to `to`. Only for the owner.
    function withdrawFees(address payable to) external;

    /// @notice What must be sent, exactly, to mint a lab, in wei.
    function mintFeeWei() external view returns (uint256);

    /// @notice The id the next lab gets. Ids start at 1 and are never used again.
    function nextTokenId() external view returns (uint256);

    /// @notice The account bound to a lab. Reverts with `ERC721NonexistentToken` where there is no such lab.
    function accountOf(uint256 tokenId) external view returns (address);

    /// @notice The `oclId` of a lab. Reverts with `ERC721NonexistentToken` where there is no such lab.
    function oclIdOf(uint256 tokenId) external view returns (bytes32);

    /// @notice The contract that may mint, zero until it is set.
    function factory() external view returns (address);

    /// @notice The code every bound account runs. Never changes.
    function accountImplementation() external view returns (address);
}
