// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";
import {ILabToken} from "./ILabToken.sol";
import {IOclTermsPermissioner} from "./IOclTermsPermissioner.sol";

/// @title Creates the token of a lab
/// @notice A lab has at most one token, permanently. The controller is the current holder of the LabNFT, so the right
/// to issue follows a sale of the lab. The contract takes nothing into custody.
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

    event PermissionerUpdated(address indexed permissioner);
    event LabTokenImplementationUpdated(address indexed implementation);
    event WrappedLabTokenImplementationUpdated(address indexed implementation);

    /// @notice The lab already has a token.
    error AlreadyTokenized();

    /// @notice The caller does not hold the lab, or the lab does not exist.
    error MustControlLab();

    /// @notice The key of the agreement is empty.
    error InvalidS3Key();

    /// @notice A symbol has at most 255 bytes.
    error InvalidSymbol();

    /// @notice The address is not a token: no code, or no readable supply.
    error InvalidTokenContract();

    /// @notice The decimals cannot be read, or are more than 18.
    error InvalidTokenDecimals();

    /// @notice The token is not the one that this tokenizer created for its lab.
    error LabTokenNotControlledByTokenizer();

    error ZeroAddress();

    /// @notice Renouncing the ownership would end upgrades.
    error RenounceOwnershipDisabled();

    /// @notice Creates the lab's token, named `Lab Tokens of Lab #<labId>`, and issues `amount` to the caller.
    /// Checks, in this order: not tokenized, caller controls the lab, key, symbol, signature.
    /// @param amount Initial supply, in 10^-18; can be zero.
    /// @param symbol The ticker.
    /// @param s3Key The key of the membership agreement.
    /// @param contentHash The SHA-256 hash of the agreement.
    /// @param signature The caller's signature over `IOclTermsPermissioner.specificTermsV1`.
    function tokenize(
        uint256 labId,
        uint256 amount,
        string calldata symbol,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature
    ) external returns (ILabToken token);

    /// @notice Attaches an existing ERC-20 with at most 18 decimals as the lab's token, through a read-only wrapper.
    /// Checks, in this order: not tokenized, caller controls the lab, key, token, signature.
    function attachToken(
        uint256 labId,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature,
        address tokenContract
    ) external returns (ILabToken token);

    /// @notice Issues more of a lab's token to `receiver`. Only for the lab's controller.
    function issue(address labToken, uint256 amount, address receiver) external;

    /// @notice Ends the issuance of a lab's token permanently. Only for the lab's controller.
    function cap(address labToken) external;

    /// @notice Withdraws an offer of ownership that was not accepted yet. Only for the owner.
    function cancelTransferOwnership() external;

    function setPermissioner(IOclTermsPermissioner newPermissioner) external;

    /// @notice Sets the implementation of new tokens. Existing tokens keep theirs.
    function setLabTokenImplementation(address implementation) external;

    /// @notice Sets the implementation of new wrappers. Existing wrappers keep theirs.
    function setWrappedLabTokenImplementation(address implementation) external;

    /// @notice The current controller of a lab; zero for an unknown lab.
    function controllerOf(uint256 labId) external view returns (address);

    /// @notice The token of a lab, or the wrapper of an attached token; zero without one.
    function tokenized(uint256 labId) external view returns (address);

    function labNft() external view returns (ILabNFT);
    function permissioner() external view returns (IOclTermsPermissioner);
    function labTokenImplementation() external view returns (address);
    function wrappedLabTokenImplementation() external view returns (address);
}
