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

    error ZeroAddress();

    /// @notice Records that `signer` accepts the terms for `tokenContract`.
    /// @param signature EIP-191 (`personal_sign`) over `specificTermsV1(metadata)`, by ECDSA or, if `signer` is a
    /// contract, ERC-1271.
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
    function specificTermsV1(ILabToken.Metadata calldata metadata) external view returns (string memory);

    /// @notice The only contract that can record acceptances.
    function tokenizer() external view returns (address);
}
