// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabToken} from "./ILabToken.sol";

/// @title The terms a lab's controller agrees to before there is a token
/// @notice The acceptance is kept in the log: the text can be built again from the token's metadata by anyone.
interface IOclTermsPermissioner {
    /// @notice `signer` has signed the terms of the token's metadata. Emitted only within a tokenization.
    event TermsAccepted(address indexed tokenContract, address indexed signer, bytes signature);

    /// @notice The signature is not the signer's for exactly these terms.
    error InvalidSignature();

    /// @notice Only the tokenizer records acceptances, so that each stands for a token that exists.
    error OnlyTokenizer(address caller);

    error ZeroAddress();

    /// @notice Records that `signer` accepts the terms for `tokenContract`.
    /// @param signature EIP-191 (`personal_sign`) over `specificTermsV1(metadata)`, by ECDSA or, where `signer` is a
    /// contract, ERC-1271.
    function accept(
        address tokenContract,
        ILabToken.Metadata calldata metadata,
        address signer,
        bytes calldata signature
    ) external;

    /// @notice Whether `accept` would take the signature.
    function isValidSignature(
        ILabToken.Metadata calldata metadata,
        address signer,
        bytes calldata signature
    ) external view returns (bool);

    /// @notice The text to sign: lines end in `\n`, none at the end. Needs no token to exist; `originalOwner` has no
    /// part in it.
    function specificTermsV1(ILabToken.Metadata calldata metadata) external view returns (string memory);

    /// @notice The one contract whose tokens are spoken for.
    function tokenizer() external view returns (address);
}
