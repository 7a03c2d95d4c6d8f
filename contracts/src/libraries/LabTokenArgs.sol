// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ILabToken} from "../interfaces/ILabToken.sol";

/// @title Immutable arguments of a token clone
/// @notice Metadata is packed into the code of the clone, because code is four times cheaper than storage and cannot
/// change: 10 bytes lab id, 32 content hash, 20 original owner, 1 length of the tag, the tag (the symbol of a
/// lab token; the underlying token of a wrapped one, 20 bytes, and its decimals, 1 byte), and the rest is the agreement's key.
library LabTokenArgs {
    uint256 private constant HASH_AT = 10;
    uint256 private constant OWNER_AT = 42;
    uint256 private constant TAG_LENGTH_AT = 62;
    uint256 private constant TAG_AT = 63;

    /// @dev The tag has at most 255 bytes, the lab id at most 80 bits.
    function encode(ILabToken.Metadata memory metadata, bytes memory tag) internal pure returns (bytes memory) {
        return
            abi.encodePacked(
                uint80(metadata.labId),
                metadata.contentHash,
                metadata.originalOwner,
                uint8(tag.length),
                tag,
                metadata.s3Key
            );
    }

    /// @notice The arguments of the running clone.
    function load() internal view returns (bytes memory) {
        return Clones.fetchCloneArgs(address(this));
    }

    function labIdOf(bytes memory args) internal pure returns (uint256) {
        return uint80(bytes10(_word(args, 0)));
    }

    function metadataOf(bytes memory args) internal pure returns (ILabToken.Metadata memory) {
        uint256 keyAt = TAG_AT + _tagLength(args);
        return
            ILabToken.Metadata({
                labId: labIdOf(args),
                originalOwner: address(bytes20(_word(args, OWNER_AT))),
                s3Key: string(_slice(args, keyAt, args.length - keyAt)),
                contentHash: _word(args, HASH_AT)
            });
    }

    function tagOf(bytes memory args) internal pure returns (bytes memory) {
        return _slice(args, TAG_AT, _tagLength(args));
    }

    function _tagLength(bytes memory args) private pure returns (uint256) {
        return uint8(args[TAG_LENGTH_AT]);
    }

    function _word(bytes memory args, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(add(args, 0x20), offset))
        }
    }

    function _slice(bytes memory args, uint256 offset, uint256 length) private pure returns (bytes memory part) {
        part = new bytes(length);
        assembly ("memory-safe") {
            mcopy(add(part, 0x20), add(add(args, 0x20), offset), length)
        }
    }
}
