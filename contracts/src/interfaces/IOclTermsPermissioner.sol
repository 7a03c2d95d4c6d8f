// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabToken} from "./ILabToken.sol";

/// @title Terms that a lab's controller accepts before a token is created
/// @notice The acceptance is logged. Anyone can rebuild the text from the token's metadata.
interface IOclTermsPermissioner {
    /// @notice `signer` signed the terms of the token's metadata. Emitted only within a tokenization.
    event TermsAccepted(address indexed tokenContract, address indexed signer, bytes signature);

    /// @notice The signature is not by the signer over exactly these terms.
    error InvalidSignature();

    /// @notice Only the tokenizer records acceptances, so that each belongs to an existing token.
    error OnlyTokenizer(address caller);

    /// @notice The constructor needs a tokenizer.
    error ZeroAddress();

    /// @notice Records that `signer` accepts the terms for `tokenContract`.
    /// @param signature EIP-191 (`personal_sign`) over `specificTermsV1(metadata)`: by the key of `signer` (ECDSA), also if
    /// the key delegates to code (EIP-7702), or else confirmed by the code of `signer` (ERC-1271).
    function accept(
        address tokenContract,
        ILabToken.Metadata calldata metadata,
        address signer,
        bytes calldata signature
    ) external;

    /// @notice Whether `accept` would accept the signature.
    function isValidSignature(
        ILabToken.Metadata calldata metadata,
        address signer,
        bytes calldata signature
    ) external view returns (bool);

    /// @notice The text to sign. Lines are separated by `\n`, without one at the end. The token does not need to exist;
    /// `originalOwner` is not used.
    ///
    /// What a signature over this text binds:
    /// - the lab by its number, the document by key and hash, and the chain;
    /// - the collection and the account of the lab by the key, because the tokenizer accepts only a key that begins with
    ///   the lab's `oclId`;
    /// - title, symbol and tokenizer by the hash, because the document names them. They can be compared with the token off
    ///   the chain only.
    /// It does not bind the signer, the supply or an attached token. A second tokenizer for the same collection would
    /// accept the same signature.
    function specificTermsV1(ILabToken.Metadata calldata metadata) external view returns (string memory);

    /// @notice The only contract that can record acceptances.
    function tokenizer() external view returns (address);
}
