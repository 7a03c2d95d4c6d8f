// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";
import {ILabToken} from "./ILabToken.sol";
import {IOclTermsPermissioner} from "./IOclTermsPermissioner.sol";

/// @title From a lab to its token
/// @notice One token per lab, for ever. The controller is whoever holds the LabNFT at that moment; a sale of the lab
/// passes issuance on, and nothing is taken into custody.
interface IOclTokenizer {
    /// @notice A lab has its token. For an attached token `tokenContract`, `amount`, `name` and `symbol` are those of
    /// the underlying one.
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

    /// @notice An existing token was attached to a lab, which knows it by `wrappedLabToken`.
    event TokenWrapped(address indexed underlyingToken, address indexed wrappedLabToken, uint256 indexed labId);

    event PermissionerUpdated(address indexed permissioner);
    event LabTokenImplementationUpdated(address indexed implementation);
    event WrappedLabTokenImplementationUpdated(address indexed implementation);

    /// @notice The lab has a token already.
    error AlreadyTokenized();

    /// @notice The caller does not hold the lab, or there is no such lab.
    error MustControlLab();

    /// @notice The agreement has no key.
    error InvalidS3Key();

    /// @notice A symbol has at most 255 bytes.
    error InvalidSymbol();

    /// @notice There is no token at this address: no code, or no readable supply.
    error InvalidTokenContract();

    /// @notice The decimals cannot be read, or are more than 18.
    error InvalidTokenDecimals();

    /// @notice The token is not the one this tokenizer made for its lab.
    error LabTokenNotControlledByTokenizer();

    error ZeroAddress();

    /// @notice Giving up the ownership would end upgrades.
    error RenounceOwnershipDisabled();

    /// @notice Makes the lab's token, named `Lab Tokens of Lab #<labId>`, and issues `amount` to the caller.
    /// Checks, in this order: not tokenized, caller controls the lab, key, symbol, signature.
    /// @param amount First supply, in 10^-18; may be zero.
    /// @param symbol The ticker.
    /// @param s3Key The key of the membership agreement.
    /// @param contentHash The SHA-256 hash of the agreement.
    /// @param signature The caller's, for `IOclTermsPermissioner.specificTermsV1`.
    function tokenize(
        uint256 labId,
        uint256 amount,
        string calldata symbol,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature
    ) external returns (ILabToken token);

    /// @notice Makes an existing ERC-20 of at most 18 decimals the token of the lab, through a read-only wrapper.
    /// Checks, in this order: not tokenized, caller controls the lab, key, token, signature.
    function attachToken(
        uint256 labId,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature,
        address tokenContract
    ) external returns (ILabToken token);

    /// @notice Issues more of a lab's token to `receiver`. For the lab's controller.
    function issue(address labToken, uint256 amount, address receiver) external;

    /// @notice Ends the issuance of a lab's token for ever. For the lab's controller.
    function cap(address labToken) external;

    /// @notice Withdraws an offer of ownership that was not accepted yet. For the owner.
    function cancelTransferOwnership() external;

    function setPermissioner(IOclTermsPermissioner newPermissioner) external;

    /// @notice The code of tokens made from now on; those that exist keep theirs.
    function setLabTokenImplementation(address implementation) external;

    /// @notice The code of wrappers made from now on; those that exist keep theirs.
    function setWrappedLabTokenImplementation(address implementation) external;

    /// @notice Who controls a lab now; zero where there is no such lab.
    function controllerOf(uint256 labId) external view returns (address);

    /// @notice The token of a lab (for an attached token its wrapper); zero where there is none.
    function tokenized(uint256 labId) external view returns (address);

    function labNft() external view returns (ILabNFT);
    function permissioner() external view returns (IOclTermsPermissioner);
    function labTokenImplementation() external view returns (address);
    function wrappedLabTokenImplementation() external view returns (address);
}
