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
    /// @notice What the chain knows about the right of a lab to its token.
    /// `NONE`: the lab has no token. `CREATED`: the tokenizer created the token for this lab. The others are of attached
    /// tokens. `CLAIMED`: the lab never proved a right. `PROVED_EARLIER`: it proved a right and could not prove it now.
    /// `PROVED`: it proved a right and has it now.
    enum Right {
        NONE,
        CREATED,
        CLAIMED,
        PROVED_EARLIER,
        PROVED
    }

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

    /// @notice Lab `labId` proved its right to a token that is attached to it.
    /// @param prover The holder or the account of the lab, who is owner or administrator of the token's contract.
    /// @param previousLabId The lab that had proved a right before and has it no longer; zero if none had.
    event TokenRightProved(
        address indexed underlyingToken,
        uint256 indexed labId,
        address indexed prover,
        uint256 previousLabId
    );

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

    /// @notice The token is the lab token or the wrapper of lab `labId`, or this lab proved its right to it and still has it.
    error TokenOfAnotherLab(uint256 labId);

    /// @notice No token was attached to the lab.
    error NoAttachedToken(uint256 labId);

    /// @notice Neither the holder nor the account of the lab is owner or administrator of the token's contract.
    error RightNotProved(address tokenContract);

    /// @notice The remaining gas is less than a question to the token may take, so its answer could be wrong.
    error NotEnoughGas();

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

    /// @notice Attaches an existing ERC-20 with at most 18 decimals as the lab's token, through a read-only wrapper.
    /// Without a proof this is a claim: any number of labs may claim one token, and it does not mean that the lab has any
    /// right to it. The right is proved here or later by `proveRight`: the token's `owner()` is the holder or the account
    /// of the lab, or one of the two has its `DEFAULT_ADMIN_ROLE`. `TokenRightProved` is logged if it is proved.
    /// Checks, in this order: not tokenized, caller controls the lab, key, hash, token, no other lab, policy, signature.
    /// @param labId The LabNFT token id.
    /// @param s3Key As for `tokenize`.
    /// @param contentHash As for `tokenize`.
    /// @param signature As for `tokenize`.
    /// @param tokenContract Not a token or wrapper of this tokenizer, and not a token to which another lab proved a right
    /// that it still has.
    /// @return token The wrapper, an EIP-1167 clone of `wrappedLabTokenImplementation`.
    function attachToken(
        uint256 labId,
        string calldata s3Key,
        bytes32 contentHash,
        bytes calldata signature,
        address tokenContract
    ) external returns (ILabToken token);

    /// @notice Proves the right of a lab to the token that is attached to it. Only for the lab's controller. Fails with
    /// `TokenOfAnotherLab` while another lab that proved its right still has it, with `RightNotProved` without a right,
    /// and with `NoAttachedToken`.
    /// @param labId The LabNFT token id.
    function proveRight(uint256 labId) external;

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

    /// @notice The lab that proved its right to an attached token last, as a LabNFT token id; zero if none did. Ask
    /// `rightOf` whether it still has the right.
    function attachedTo(address token) external view returns (uint256);

    /// @notice The right of a lab to its token. Asks the token where the lab proved a right, so the answer changes with the
    /// owner of the token's contract and with the holder of the lab.
    function rightOf(uint256 labId) external view returns (Right);

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
