// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";
import {ILabToken} from "./ILabToken.sol";
import {IOclTermsPermissioner} from "./IOclTermsPermissioner.sol";
import {IOclTokenizerPolicy} from "./IOclTokenizerPolicy.sol";

/// @title Creates the token of a lab
/// @notice This contract records at most one token per lab, permanently. The controller is the current holder of the
/// LabNFT, so the right to issue and cap follows a sale of the lab, and nobody else has it. Nothing here can be upgraded
/// or administered except `policy`, which can reject new tokens and nothing else. The contract takes nothing into custody.
interface IOclTokenizer {
    /// @notice The token of a lab was created or attached. For an attached token, `tokenContract`, `amount`, `name` and
    /// `symbol` are those of the underlying token.
    event TokensCreated(
        uint256 indexed labId,
        bytes32 indexed oclId,
        address indexed tokenContract,
        address emitter,
        uint256 amount,
        string s3Key,
        bytes32 contentHash,
        string name,
        string symbol
    );

    /// @notice An existing token was attached to a lab through the wrapper `wrappedLabToken`.
    event TokenWrapped(address indexed underlyingToken, address indexed wrappedLabToken, uint256 indexed labId);

    /// @notice The lab already has a token.
    error AlreadyTokenized();

    /// @notice The caller does not hold the lab, or the lab does not exist.
    error MustControlLab();

    /// @notice The key of the agreement does not begin with `<oclId>/agreements/` of the lab, or ends there.
    error InvalidS3Key();

    /// @notice The hash of the agreement is zero.
    error InvalidContentHash();

    /// @notice A symbol has 1 to 255 bytes.
    error InvalidSymbol();

    /// @notice The address is not a token: no code, or no readable supply.
    error InvalidTokenContract();

    /// @notice The decimals cannot be read, or are more than 18.
    error InvalidTokenDecimals();

    /// @notice The token is not the one that this tokenizer created for its lab.
    error LabTokenNotControlledByTokenizer();

    /// @notice The token is the lab token or the wrapper of lab `labId`, or attached to it.
    error TokenOfAnotherLab(uint256 labId);

    /// @notice The token to attach is the zero address.
    error ZeroAddress();

    /// @notice The address has no code.
    error MissingCode(address account);

    /// @notice Creates the lab's token, named `Lab Tokens of Lab #<labId>`, and issues `amount` to the caller.
    /// Checks, in this order: not tokenized, caller controls the lab, key, hash, symbol, policy, signature. Nobody reads
    /// the agreement on the chain, so the symbol is not compared with the one in the document.
    /// @param labId The LabNFT token id.
    /// @param amount Initial supply, in 10^-18; can be zero.
    /// @param symbol The ticker, 1 to 255 bytes.
    /// @param s3Key The key of the membership agreement, `<oclId>/agreements/<id>`, with the `oclId` in lowercase.
    /// @param contentHash The SHA-256 hash of the agreement.
    /// @param signature The caller's signature over `IOclTermsPermissioner.specificTermsV1`.
    /// @return token The token, an EIP-1167 clone of `labTokenImplementation`.
    function tokenize(
        uint256 labId,
        uint256 amount,
        string calldata symbol,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature
    ) external returns (ILabToken token);

    /// @notice Attaches an existing ERC-20 with at most 18 decimals as the lab's token, through a read-only wrapper. It
    /// does not mean that the lab has any right to this token.
    /// Checks, in this order: not tokenized, caller controls the lab, key, hash, token, no other lab, policy, signature.
    /// @param labId The LabNFT token id.
    /// @param s3Key As for `tokenize`.
    /// @param contentHash As for `tokenize`.
    /// @param signature As for `tokenize`.
    /// @param tokenContract Not a token or wrapper of this tokenizer. A token that is attached to another lab can be
    /// attached only if its `owner()` is the caller or the account of the lab.
    /// @return token The wrapper, an EIP-1167 clone of `wrappedLabTokenImplementation`.
    function attachToken(
        uint256 labId,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature,
        address tokenContract
    ) external returns (ILabToken token);

    /// @notice Issues more of a lab's token to `receiver`. Only for the lab's controller.
    /// @param labToken A token that this tokenizer made. Fails with `WrappedTokenIsReadOnly` for a wrapper.
    /// @param amount In 10^-18.
    function issue(address labToken, uint256 amount, address receiver) external;

    /// @notice Ends the issuance of a lab's token permanently. Only for the lab's controller.
    /// @param labToken As for `issue`.
    function cap(address labToken) external;

    /// @notice The current controller of a lab; zero for an unknown lab.
    function controllerOf(uint256 labId) external view returns (address);

    /// @notice The token of a lab, or the wrapper of an attached token; zero without one.
    function tokenized(uint256 labId) external view returns (address);

    /// @notice The lab that a token was attached to last, as a LabNFT token id; zero if it was never attached.
    function attachedTo(address token) external view returns (uint256);

    /// @notice The collection of the labs. Never changes.
    function labNft() external view returns (ILabNFT);

    /// @notice The rules for new tokens: the only part with an owner, and the only part that can be upgraded.
    function policy() external view returns (IOclTokenizerPolicy);

    /// @notice The contract that checks the signature for a new token and logs its acceptance. Never changes.
    function permissioner() external view returns (IOclTermsPermissioner);

    /// @notice The code behind every token that the tokenizer makes. Never changes.
    function labTokenImplementation() external view returns (address);

    /// @notice The code behind every wrapper of an attached token. Never changes.
    function wrappedLabTokenImplementation() external view returns (address);
}
