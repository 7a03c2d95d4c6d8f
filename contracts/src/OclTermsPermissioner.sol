// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabToken} from "./interfaces/ILabToken.sol";
import {IOclTermsPermissioner} from "./interfaces/IOclTermsPermissioner.sol";

/// @title OclTermsPermissioner
contract OclTermsPermissioner is IOclTermsPermissioner {
    /// @inheritdoc IOclTermsPermissioner
    address public immutable tokenizer;

    constructor(address tokenizer_) {
        if (tokenizer_ == address(0)) revert ZeroAddress();
        tokenizer = tokenizer_;
    }

    /// @inheritdoc IOclTermsPermissioner
    function accept(
        address tokenContract,
        ILabToken.Metadata calldata metadata,
        address signer,
        bytes calldata signature
    ) external {
        if (msg.sender != tokenizer) revert OnlyTokenizer(msg.sender);
        if (!isValidSignature(metadata, signer, signature)) revert InvalidSignature();
        emit TermsAccepted(tokenContract, signer, signature);
    }

    /// @inheritdoc IOclTermsPermissioner
    function isValidSignature(
        ILabToken.Metadata calldata metadata,
        address signer,
        bytes calldata signature
    ) public view returns (bool) {
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(bytes(specificTermsV1(metadata)));
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecover(hash, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return SignatureChecker.isValidERC1271SignatureNow(signer, hash, signature);
    }

    /// @inheritdoc IOclTermsPermissioner
    function specificTermsV1(ILabToken.Metadata calldata metadata) public view returns (string memory) {
        return
            string.concat(
                "As a token holder of Lab #",
                Strings.toString(metadata.labId),
                ", I accept all terms of the membership agreement ",
                metadata.s3Key,
                " with content hash ",
                Strings.toHexString(uint256(metadata.contentHash), 32),
                ".\n\nChain Id: ",
                Strings.toString(block.chainid),
                "\nVersion: 1"
            );
    }
}
